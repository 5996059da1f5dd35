"""RUN238 hub-token-missing: the program pushes to Hugging Face's hub without a token.

With `--push_to_hub` the Trainer creates a repository before the first step and stops with `401 Client Error` if nothing
logs it in: `HF_TOKEN`, `--hub_token`, or a file that `huggingface-cli login` has written.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments.push_to_hub

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/tmp/out, --learning_rate=1e-4, --push_to_hub]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/tmp/out, --learning_rate=1e-4, --push_to_hub]
    env: {HF_TOKEN: {valueFrom: {secretKeyRef: {name: hub, key: token}}}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_NAME = "push_to_hub"
_TOKENS = ("HF_TOKEN", "HF_TOKEN_PATH", "HUGGING_FACE_HUB_TOKEN", "HUGGINGFACE_TOKEN", "HF_HOME")
_OPTIONS = frozenset({"hub_token", "push_to_hub_token", "token", "use_auth_token"})
_ON = (None, "true", "1", "yes")


@rule(severity=Severity.WARNING, keys=(_NAME,))
def check(run: Run) -> Iterator[Finding]:
    """Report the option if no variable, option or Secret may have a token."""
    program = run.program
    secrets = any("secret" in volume for volume in run.at("storage", "volumes") or [])
    if run.at("envFrom") or secrets or program.script is not None or any(map(program.has_variable, _TOKENS)):
        return
    for launch in program.launches:
        option = launch.program_options.get(_NAME)
        if option is None or not _OPTIONS.isdisjoint(launch.program_options):
            continue
        if option.value is None or option.value.text.startswith("-") or (option.literal or "").lower() in _ON:
            message = f"`--{_NAME}` requires a token of the hub, and none is set"
            yield Finding(option.flag.path, message, "set `HF_TOKEN` from a Secret", excerpt=option.flag.text)
