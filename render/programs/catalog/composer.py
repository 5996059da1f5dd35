"""MosaicML Composer's launcher."""

from render.programs.catalog import ProgramType, flags

PROGRAMS = (
    ProgramType(
        name="composer",
        starts="node",
        source="https://github.com/mosaicml/composer/blob/main/composer/cli/launcher.py",
        commands=("composer", "composer.cli", "composer.cli.launcher"),
        arguments=flags("v verbose m module_mode c command_mode version"),
        total=("world_size",),
        per_node=("n", "nproc"),
        others=("world_size", "WORLD_SIZE"),
        mistaken={"nnodes": "world_size", "nproc_per_node": "nproc", "num_nodes": "world_size"},
        home="plain",
        runs_scripts=True,
    ),
)
