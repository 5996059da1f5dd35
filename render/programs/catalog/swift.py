"""ms-swift and XTuner: commands that start torchrun with what their variables say."""

from render.programs.catalog import ProgramType, words

PROGRAMS = (
    ProgramType(
        name="swift",
        starts="process",
        # `megatron` is its command for Megatron's trainers.
        source="https://github.com/modelscope/ms-swift/blob/main/swift/cli/main.py",
        commands=tuple(f"{name} {task}" for name in ("swift", "megatron") for task in ("pt", "sft", "rlhf")),
        others=("NNODES",),
        home="plain",
    ),
    ProgramType(
        name="xtuner",
        starts="process",
        source="https://github.com/InternLM/xtuner/blob/v0.1.23/xtuner/entry_point.py",
        commands=("xtuner train",),
        subcommands=words(
            "-h --help -v --version chat check-custom-dataset convert copy-cfg eval_refcoco help list-cfg "
            "list-dataset-format log-dataset mmbench preprocess refcoco test train version"
        ),
        others=("NNODES",),
        home="plain",
    ),
)
