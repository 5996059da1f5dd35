"""mpirun and mpiexec: Open MPI, MPICH and Intel MPI."""

from render.programs.catalog import ProgramType, flags

PROGRAMS = (
    ProgramType(
        name="mpirun",
        starts="nodes",
        # MPICH: https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md
        # Intel: https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-17/mpiexec-hydra.html
        source="https://docs.open-mpi.org/en/main/man-openmpi/man1/mpirun.1.html",
        commands=(
            "mpirun",
            "mpiexec",
            "mpiexec.hydra",
            "mpirun.mpich",
            "mpirun.openmpi",
            "mpiexec.mpich",
            "mpiexec.openmpi",
            "orterun",
            "prterun",
        ),
        arguments={
            **flags(
                "allow_run_as_root bynode byslot display_allocation display_map do_not_launch envall genvall "
                "genvnone envnone ignore_stdin l merge_stderr_to_stdout no_oversubscribe nooversubscribe nolocal "
                "oversubscribe pernode prepend_rank print_all_exitcodes q quiet report_bindings tag_output "
                "timestamp_output v verbose xterm"
            ),
            **dict.fromkeys(("env", "genv", "gmca", "mca", "pmixmca", "prtemca"), 2),
        },
        total=("c", "n", "np"),
        others=(
            "H",
            "default_hostfile",
            "f",
            "host",
            "hostfile",
            "hosts",
            "machine",
            "machinefile",
            "HYDRA_HOST_FILE",
            "I_MPI_HYDRA_HOST_FILE",
            "OMPI_MCA_orte_default_hostfile",
            "PRTE_MCA_prte_default_hostfile",
            "PRRTE_MCA_prte_default_hostfile",
        ),
        hostfile=("default_hostfile", "f", "hostfile", "machinefile"),
        exports={"x": 1, "genv": 2, "env": 2},
        home="mpi",
        finds_hosts=True,
    ),
)
