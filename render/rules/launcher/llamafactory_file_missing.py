"""RUN239 llamafactory-file-missing: LLaMA-Factory gets no configuration.

`llamafactory-cli train` reads a file whose name ends with `.yaml`, `.yml` or `.json`, or options. Without arguments, or
with a file of another name, its option parser stops.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/hparams/parser.py

Example:
    image: registry.example/train:1
    launcher: llamafactory
    command: [llamafactory-cli, train, sft.yml.txt]
Use instead:
    image: registry.example/train:1
    launcher: llamafactory
    command: [llamafactory-cli, train, sft.yml]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_ENDINGS = (".json", ".yaml", ".yml")


@rule(keys=("llamafactory-cli", "llamafactory"))
def check(program: Program) -> Iterator[Finding]:
    """Read the word after `train`."""
    for command in program.commands:
        words = command.words
        if command.program != "llamafactory-cli" or len(words) < 2 or words[1].text != "train":
            continue
        if len(words) == 2:
            message = "`llamafactory-cli train` has no configuration"
            yield Finding(words[1].path, message, "name a file, such as `sft.yaml`, or add options", excerpt="train")
        elif words[2].is_literal and not words[2].text.startswith("-") and not words[2].text.endswith(_ENDINGS):
            message = (
                f"`{words[2].text}` is not the name of a YAML or JSON file, so LLaMA-Factory takes it for an option"
            )
            yield Finding(words[2].path, message, "let it end with `.yaml`", excerpt=words[2].text)
