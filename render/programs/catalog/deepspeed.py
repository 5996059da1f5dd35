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
        names=words(
            """
            autotuning bind_core_list bind_cores_to_rank elastic_training enable_each_rank_log exclude force_multi
            hostfile include launcher launcher_args master_addr master_port max_elastic_nodes min_elastic_nodes module
            no_local_rank no_python no_ssh no_ssh_check node_rank num_accelerators num_gpus num_nodes save_pid ssh_port
            venv_script
            """
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
