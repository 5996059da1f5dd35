"""`accelerate launch` of Hugging Face Accelerate."""

from render.programs.catalog import ProgramType, flags, words

PROGRAMS = (
    ProgramType(
        name="accelerate",
        starts="node",
        source="https://github.com/huggingface/accelerate/blob/main/src/accelerate/commands/launch.py",
        commands=("accelerate launch", "accelerate-launch", "accelerate.commands.launch"),
        arguments=flags(
            "cpu debug dynamo_use_dynamic dynamo_use_fullgraph dynamo_use_regional_compilation enable_cpu_affinity "
            "ipex m main_training_function module multi_gpu no_python q quiet tpu tpu_use_cluster tpu_use_sudo use_cpu "
            "use_deepspeed use_fsdp use_megatron_lm use_parallelism_config use_tpu use_xpu"
        ),
        # accelerate/commands/accelerate_cli.py
        subcommands=words("config env estimate-memory launch merge-weights test to-fsdp2 tpu-config"),
        nodes=("num_machines",),
        total=("num_processes",),
        home="accelerate",
        choices={
            "deepspeed_multinode_launcher": words("pdsh standard openmpi mvapich mpich slurm nossh"),
            "mixed_precision": words("no fp16 bf16 fp8"),
            "zero3_init_flag": words("true false True False"),
            "zero_stage": words("0 1 2 3"),
        },
        mistaken={
            "master_addr": "main_process_ip",
            "master_port": "main_process_port",
            "nnodes": "num_machines",
            "node_rank": "machine_rank",
            "nproc_per_node": "num_processes",
            "num_gpus": "num_processes",
            "num_nodes": "num_machines",
        },
        runs_scripts=True,
    ),
)
