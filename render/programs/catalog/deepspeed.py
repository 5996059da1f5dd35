"""DeepSpeed's launcher."""

from render.programs.catalog import ProgramType, flags, words

PROGRAMS = (
    ProgramType(
        name="deepspeed",
        starts="nodes",
        source="https://github.com/deepspeedai/DeepSpeed/blob/master/deepspeed/launcher/runner.py",
        commands=("deepspeed", "deepspeed.launcher.runner", "ds"),
        arguments=flags(
            "bind_cores_to_rank elastic_training enable_each_rank_log force_multi module no_local_rank "
            "no_python no_ssh no_ssh_check"
        ),
        nodes=("num_nodes",),
        per_node=("num_gpus", "num_accelerators"),
        others=("H", "hostfile"),
        hostfile=("H", "hostfile"),
        home="deepspeed",
        finds_hosts=True,
        choices={"launcher": words("pdsh impi openmpi mvapich slurm mpich")},
        mistaken={
            "gpus": "num_gpus",
            "main_process_ip": "master_addr",
            "main_process_port": "master_port",
            "nnodes": "num_nodes",
            "np": "num_gpus",
            "nproc_per_node": "num_gpus",
            "num_machines": "num_nodes",
            "num_processes": "num_gpus",
        },
        runs_scripts=True,
    ),
)
