"""Front ends of training libraries, which start the processes of their own node at most."""

from render.programs.catalog import ProgramType, words

_TRL = words("dpo grpo kto reward rloo sft")

PROGRAMS = (
    ProgramType(
        name="trl",
        starts="process",
        # It passes options of `accelerate launch` on.
        source="https://huggingface.co/docs/trl/clis",
        commands=tuple(f"trl {task}" for task in sorted(_TRL)),
        subcommands=_TRL | words("env vllm-serve chat skills --help -h"),
        others=("accelerate_config", "config", "machine_rank", "main_process_ip", "num_machines"),
        home="accelerate",
    ),
    ProgramType(
        name="oumi",
        starts="process",
        source="https://oumi.ai/docs/en/latest/user_guides/train/train.html",
        commands=("oumi train",),
        is_alone=True,
    ),
    ProgramType(
        name="autotrain",
        starts="process",
        source="https://huggingface.co/docs/autotrain/config",
        commands=("autotrain",),
        is_alone=True,
    ),
    ProgramType(
        name="yolo",
        starts="process",
        # Its `device=0,1` starts torch.distributed.run on its own machine.
        source="https://docs.ultralytics.com/usage/cli/",
        commands=("yolo train", *(f"yolo {task} train" for task in ("classify", "detect", "obb", "pose", "segment"))),
        is_alone=True,
    ),
    ProgramType(
        name="nemo",
        starts="process",
        source="https://docs.nvidia.com/nemo-framework/user-guide/25.04/nemo-2.0/quickstart.html",
        commands=("nemo llm pretrain", "nemo llm finetune", "nemo vlm pretrain", "nemo vlm finetune"),
        others=("executor", "e", "yaml", "y_file"),
        home="torchrun",
    ),
    ProgramType(
        name="torchx",
        starts="process",
        source="https://docs.pytorch.org/torchx/latest/cli.html",
        commands=("torchx run",),
        is_alone=True,
    ),
    ProgramType(
        name="paddle.distributed.launch",
        starts="node",
        source="https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/distributed/launch_en.html",
        nodes=("nnodes",),
        others=("ips", "master", "PADDLE_MASTER", "PADDLE_TRAINERS"),
        home="plain",
        runs_scripts=True,
    ),
    ProgramType(
        name="litgpt",
        starts="process",
        # Fabric starts its processes, on several nodes with `--num_nodes` and the variables of Lightning.
        source="https://github.com/Lightning-AI/litgpt/blob/main/litgpt/__main__.py",
        commands=tuple(
            f"litgpt {task}" for task in ("pretrain", "finetune", "finetune_full", "finetune_lora", "finetune_adapter")
        ),
        others=("config", "num_nodes"),
        home="plain",
    ),
)
