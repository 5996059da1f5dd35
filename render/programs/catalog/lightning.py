"""Lightning Fabric's launcher, which starts torchrun with a number of nodes: one by default."""

from render.programs.catalog import ProgramType, words

PROGRAMS = (
    ProgramType(
        name="fabric",
        starts="node",
        source="https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/fabric/cli.py",
        commands=("fabric run", "lightning run model", "lightning run", "lightning.fabric.cli run"),
        subcommands=words("run consolidate"),
        nodes=("num_nodes",),
        per_node=("devices",),
        others=("num_nodes",),
        home="plain",
        choices={
            "accelerator": words("cpu gpu cuda mps tpu auto"),
            "precision": words(
                "16-mixed bf16-mixed 32-true 64-true 64 32 16 bf16 16-true bf16-true transformer-engine "
                "transformer-engine-float16"
            ),
        },
        mistaken={"nnodes": "num_nodes", "nproc_per_node": "devices", "master_addr": "main_address"},
        runs_scripts=True,
    ),
)
