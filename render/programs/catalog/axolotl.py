"""Axolotl's command, which starts `accelerate launch` or torchrun."""

from render.programs.catalog import ProgramType, words

PROGRAMS = (
    ProgramType(
        name="axolotl",
        starts="process",
        source="https://docs.axolotl.ai/docs/multi-node.html",
        commands=("axolotl train",),
        subcommands=words(
            "config-schema delinearize-llama4 evaluate fetch inference lm-eval merge-lora merge-sharded-fsdp-weights "
            "preprocess quantize train vllm-serve agent-docs --help"
        ),
        others=("launcher=torchrun", "config_file", "main_process_ip", "num_machines", "nnodes", "rdzv_endpoint"),
        home="torchrun",
    ),
)
