"""`accelerate launch` of Hugging Face Accelerate."""

from render.programs.catalog import ProgramType, flags, numbers, words

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
        similar=words(
            """
            config_file cpu debug deepspeed_config_file deepspeed_exclusion_filter deepspeed_hostfile
            deepspeed_inclusion_filter deepspeed_moe_layer_cls_names deepspeed_multinode_launcher downcast_bf16
            dynamo_backend dynamo_mode dynamo_use_dynamic dynamo_use_fullgraph dynamo_use_regional_compilation
            enable_cpu_affinity env fsdp_activation_checkpointing fsdp_auto_wrap_policy fsdp_backward_prefetch
            fsdp_cpu_ram_efficient_loading fsdp_forward_prefetch fsdp_min_num_params fsdp_offload_params
            fsdp_reshard_after_forward fsdp_sharding_strategy fsdp_state_dict_type fsdp_sync_module_states
            fsdp_transformer_layer_cls_to_wrap fsdp_use_orig_params fsdp_version gpu_ids gradient_accumulation_steps
            gradient_clipping log_dir machine_rank main_process_ip main_process_port main_training_function
            max_restarts mixed_precision module monitor_interval mpirun_ccl mpirun_hostfile multi_gpu no_python
            num_cpu_threads_per_process num_machines num_processes offload_optimizer_device offload_optimizer_nvme_path
            offload_param_device offload_param_nvme_path quiet rdzv_backend rdzv_conf role same_network tee
            use_deepspeed use_fsdp use_megatron_lm use_parallelism_config use_xpu zero3_init_flag zero3_save_16bit_model
            zero_stage
            """
        ),
        home="accelerate",
        choices={
            "deepspeed_multinode_launcher": words("pdsh standard openmpi mvapich mpich slurm nossh"),
            "mixed_precision": words("no fp16 bf16 fp8"),
            "zero3_init_flag": words("true false True False"),
            "zero_stage": words("0 1 2 3"),
        },
        values=numbers("machine_rank main_process_port max_restarts num_machines num_processes"),
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
