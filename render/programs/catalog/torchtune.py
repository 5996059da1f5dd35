"""torchtune's command, which starts torchrun where options of torchrun precede the recipe."""

from render.programs.catalog.torchrun import PROGRAMS as TORCHRUN

PROGRAMS = (
    TORCHRUN[0]._replace(
        name="tune",
        source="https://github.com/meta-pytorch/torchtune/blob/main/torchtune/_cli/run.py",
        commands=("tune run",),
        subcommands=frozenset({"cat", "cp", "download", "ls", "run", "validate"}),
        others=("nnodes", "PET_NNODES"),
        home="torchrun",
        runs_scripts=False,
    ),
)
