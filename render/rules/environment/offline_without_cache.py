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

import re
from collections.abc import Iterator
from itertools import chain

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_OFFLINE = ("HF_DATASETS_OFFLINE", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
_CACHES = (
    *("HF_DATASETS_CACHE", "HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "TRANSFORMERS_CACHE", "XDG_CACHE_HOME"),
    "HOME",
)
_TRUE = ("1", "on", "true", "yes")
_MODELS = frozenset(
    (
        *("base_model", "hf_model", "model", "model_id", "model_name", "model_name_or_path", "model_path"),
        *("pretrained", "pretrained_model_name_or_path", "teacher_model", "tokenizer", "tokenizer_name"),
        *("tokenizer_name_or_path", "tokenizer_path"),
    )
)
_DATASETS = frozenset(("dataset", "dataset_id", "dataset_name", "dataset_path"))
_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
_FILE = re.compile(r".*\.(bin|ckpt|csv|json|jsonl|parquet|pt|pth|safetensors|txt|ya?ml|zip)")


@rule(severity=Severity.WARNING, keys=_OFFLINE)
def check(run: Run) -> Iterator[Finding]:
    """Report offline mode for a name of the hub, without a cache folder or a volume in the place of the default one."""
    program = run.program
    if any(map(program.has_variable, _CACHES)) or _has_mounted_cache(run):
        return
    name_of_hub = next(_hub_names(run), None)
    for name, word in program.values_of(*_OFFLINE) if name_of_hub else ():
        if word.text.lower() in _TRUE:
            message = f"`{name}={word.text}`, but `{name_of_hub}` is a name of the hub and no volume has a cache"
            yield Finding(word.path, message, "set `HF_HOME` to a folder of a volume with the model, or name a folder")
            return


def _has_mounted_cache(run: Run) -> bool:
    volumes = run.at("storage", "volumes") or []
    return any(
        re.search(r"/\.cache|hugging|hf|^/(root|home)(/|$)", volume.get("mountPath", "")) is not None
        for volume in volumes
    )


def _hub_names(run: Run) -> Iterator[str]:
    """Yield the names of models and datasets among the options of the program. A relative folder looks the same."""
    for launch in run.program.launches:
        options = chain(launch.options.values(), launch.program_options.values())
        for option in options:
            is_model = option.name.rpartition(".")[2] in _MODELS | _DATASETS
            text = option.literal or ""
            if is_model and _HUB_NAME.fullmatch(text) and not _FILE.fullmatch(text):
                yield text
