"""Horovod's launcher."""

from render.programs.catalog import ProgramType, flags

PROGRAMS = (
    ProgramType(
        name="horovodrun",
        starts="nodes",
        source="https://github.com/horovod/horovod/blob/master/horovod/runner/launch.py",
        commands=("horovodrun", "horovod.runner.launch", "horovod.runner"),
        arguments=flags(
            "verbose gloo mpi jsrun disable_cache check_build v cb tcp_flag prefix_output_with_timestamp "
            "autotune no_autotune hierarchical_allreduce hierarchical_allgather version"
        ),
        total=("np", "num_proc"),
        others=("H", "host_discovery_script", "hostfile", "hosts"),
        hostfile=("hostfile",),
        home="horovod",
        mistaken={"n": "np", "nnodes": "np", "nproc_per_node": "np", "num_processes": "np"},
    ),
)
