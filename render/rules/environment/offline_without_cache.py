"""ENV105 offline-without-cache: Hugging Face's libraries are offline, and there is no cache with the model.

With `HF_HUB_OFFLINE` they read models and datasets from the cache only. The cache is in `~/.cache/huggingface` of the
container unless a variable names another folder, and a new pod's is empty unless the image or a volume fills it. Every
node stops with `LocalEntryNotFoundError`.

Source: https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables#hfhuboffline

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --model_name_or_path=meta-llama/Llama-3.1-8B]
    env: {HF_HUB_OFFLINE: "1"}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --model_name_or_path=meta-llama/Llama-3.1-8B]
    env: {HF_HUB_OFFLINE: "1", HF_HOME: /checkpoints/huggingface}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.hub import CACHES, has_mounted_cache, hub_names
from render.programs.run import Run
from render.rules.rule import Finding, rule

_OFFLINE = ("HF_DATASETS_OFFLINE", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
_TRUE = ("1", "on", "true", "yes")


@rule(severity=Severity.WARNING, keys=_OFFLINE)
def check(run: Run) -> Iterator[Finding]:
    """Report offline mode for a name of the hub, without a cache folder or a volume in the place of the default one."""
    program = run.program
    if any(map(program.has_variable, CACHES)) or has_mounted_cache(run):
        return
    name_of_hub = next((text for text, _ in hub_names(run)), None)
    for name, word in program.values_of(*_OFFLINE) if name_of_hub else ():
        if word.text.lower() in _TRUE:
            message = f"`{name}={word.text}`, but `{name_of_hub}` is a name of the hub and no volume has a cache"
            yield Finding(word.path, message, "set `HF_HOME` to a folder of a volume with the model, or name a folder")
            return
