"""RUN323 config-reference-literal: a configuration file refers to a variable that nothing replaces.

Kubernetes replaces `$(NAME)` in `command`, `args` and `env`, and never in a file. Programs that read JSON or YAML take
`$NAME` as text. OmegaConf (torchtune, LLaMA-Factory) replaces `${oc.env:NAME}`.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/

Example:
    image: registry.example/train:1
    launcher: llamafactory
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [llamafactory-cli, train, /config/sft.yaml]
    files:
      /config/sft.yaml: |
        stage: sft
        output_dir: $(CHECKPOINT_DIR)/sft
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    launcher: llamafactory
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [llamafactory-cli, train, /config/sft.yaml]
    files:
      /config/sft.yaml: |
        stage: sft
        output_dir: /checkpoints/sft
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import re
from collections.abc import Iterator

from render.programs.marks import CONFIG
from render.programs.program import Program
from render.rules.rule import Finding, rule

_REFERENCE = re.compile(r"\$\(([A-Za-z_]\w*)\)|\$\{([A-Z_][A-Z0-9_]*)\}|\$([A-Z_][A-Z0-9_]{2,})\b")
"""`$(NAME)`, and names in capital letters as a shell has them."""


@rule(keys=(CONFIG,))
def check(program: Program) -> Iterator[Finding]:
    """Report each value with such a reference. In a file of Axolotl and of a script a template may be meant."""
    seen: set[str] = set()
    for config in program.configs:
        if config.path in seen or config.module == "axolotl":
            continue
        seen.add(config.path)
        for value in config.scalars():
            if (
                value.name != "main_process_ip" and (found := _REFERENCE.search(value.value)) is not None
            ):  # RUN302 has the address
                name = next(filter(None, found.groups()))
                known = program.checkpoints
                reads = f"`${{oc.env:{name}}}`" if config.type.is_omegaconf else "the value itself"
                hint = f"write `{known[1]}`" if known is not None and known[0] == name else f"write {reads}"
                message = f"`{found[0]}` stays as it is: nothing replaces variables in a file of {config.type.name}"
                yield value.finding(message, hint)
