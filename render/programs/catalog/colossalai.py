"""Colossal-AI's launcher, which starts torchrun on each host over ssh."""

from render.programs.catalog import ProgramType, flags, words

PROGRAMS = (
    ProgramType(
        name="colossalai",
        starts="nodes",
        source="https://github.com/hpcaitech/ColossalAI/blob/main/colossalai/cli/launcher/__init__.py",
        commands=("colossalai run", "colossalai.cli run"),
        arguments=flags("m"),
        subcommands=words("check run"),
        nodes=("num_nodes",),
        per_node=("nproc_per_node",),
        others=("H", "host", "hostfile"),
        hostfile=("hostfile",),
        mistaken={"nnodes": "num_nodes", "num_gpus": "nproc_per_node"},
        runs_scripts=True,
    ),
)
