"""torchrun, and the modules that it consists of."""

from render.programs.catalog import NUMBER, ProgramType, flags, numbers, words

PROGRAMS = (
    ProgramType(
        name="torchrun",
        starts="node",
        source="https://github.com/pytorch/pytorch/blob/main/torch/distributed/run.py",
        commands=("torchrun", "torch.distributed.run", "torch.distributed.launch"),
        arguments=flags("standalone m module no_python run_path virtual_local_rank use_env"),
        names=words(
            """
            duplicate_stderr_filters duplicate_stdout_filters event_log_handler local_addr local_ranks_filter log_dir
            log_line_prefix_template logs_specs master_addr master_port max_restarts module monitor_interval nnodes
            no_python node_rank nproc_per_node numa_binding print_completion rdzv_backend rdzv_conf rdzv_endpoint
            rdzv_id redirects role run_path shutdown_timeout signals_to_handle standalone start_method tee
            virtual_local_rank
            """
        ),
        nodes=("nnodes",),
        per_node=("nproc_per_node",),
        home="torchrun",
        # torch/distributed/elastic/rendezvous/registry.py; other packages register more backends with entry points
        choices={"start_method": words("spawn fork forkserver")},
        values={
            **numbers("master_port max_restarts node_rank"),
            "nnodes": rf"{NUMBER}(:{NUMBER})?",
            # torch/distributed/run.py: determine_local_world_size
            "nproc_per_node": rf"{NUMBER}|auto|cpu|gpu|[a-z]{{3,}}",
            # torch/distributed/elastic/multiprocessing/api.py: Std.from_str
            "redirects": r"[0-3]|(\d+:[0-3](,|$))+",
            "tee": r"[0-3]|(\d+:[0-3](,|$))+",
        },
        usual={"rdzv_backend": words("c10d etcd etcd-v2 static")},
        mistaken={
            "gpus": "nproc_per_node",
            "hostfile": "",
            "machine_rank": "node_rank",
            "main_process_ip": "master_addr",
            "main_process_port": "master_port",
            "n": "nproc_per_node",
            "nodes": "nnodes",
            "np": "nproc_per_node",
            "nprocs": "nproc_per_node",
            "num_gpus": "nproc_per_node",
            "num_machines": "nnodes",
            "num_nodes": "nnodes",
            "num_processes": "nproc_per_node",
            "rank": "node_rank",
            "world_size": "nnodes",
        },
        runs_scripts=True,
    ),
)
