"""LLaMA-Factory's command, which starts torchrun for several devices."""

from render.programs.catalog import ProgramType, words

PROGRAMS = (
    ProgramType(
        name="llamafactory-cli",
        starts="process",
        source="https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/cli.py",
        commands=("llamafactory-cli train", "lmf train", "llamafactory.cli train"),
        subcommands=words("api chat env eval export help train version webchat webui"),
        home="llamafactory",
    ),
)
