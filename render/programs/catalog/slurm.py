"""Programs of batch systems, which talk to a controller that a pod doesn't have."""

from render.programs.catalog import ProgramType, flags

PROGRAMS = (
    ProgramType(
        name="srun",
        starts="nodes",
        source="https://slurm.schedmd.com/srun.html",
        arguments=flags("exclusive l label overlap unbuffered u v verbose q quiet kill_on_bad_exit K s oversubscribe"),
        total=("n", "ntasks"),
        nodes=("N", "nodes"),
        per_node=("ntasks_per_node",),
        system="Slurm",
    ),
    ProgramType("sbatch", "process", "https://slurm.schedmd.com/sbatch.html", system="Slurm"),
    ProgramType("salloc", "process", "https://slurm.schedmd.com/salloc.html", system="Slurm"),
    ProgramType("scontrol", "process", "https://slurm.schedmd.com/scontrol.html", system="Slurm"),
    ProgramType("jsrun", "nodes", "https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=jsm-jsrun", system="LSF"),
    ProgramType(
        "bsub", "process", "https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=reference-bsub", system="LSF"
    ),
    ProgramType("aprun", "nodes", "https://slurm.schedmd.com/SLUG13/native_cray.pdf", system="ALPS"),
    ProgramType(
        "qsub",
        "process",
        "https://2021.help.altair.com/2021.1.2/PBS%20Professional/PBSUserGuide2021.1.2.pdf",
        system="PBS",
    ),
)
