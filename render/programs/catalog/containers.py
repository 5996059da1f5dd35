"""Container runtimes: Apptainer starts the program of an image, Docker needs its daemon."""

from render.programs.catalog import ProgramType, words

_VALUES = "-B -H -S -W -o --bind --env --env-file --home --mount --network --overlay --pwd --scratch --workdir"
_DOCKER = "Docker's daemon"

PROGRAMS = (
    ProgramType(
        "apptainer",
        "command",
        "https://apptainer.org/docs/user/latest/cli/apptainer_exec.html",
        commands=("apptainer exec", "singularity exec"),
        arguments=dict.fromkeys(words(_VALUES), 1),
        positionals=1,
    ),
    ProgramType(
        "docker",
        "process",
        "https://docs.docker.com/reference/cli/docker/container/run/",
        commands=("docker run", "docker exec", "docker compose", "docker build", "docker-compose", "nvidia-docker"),
        system=_DOCKER,
    ),
)
