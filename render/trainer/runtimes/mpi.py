"""Runtimes of DeepSpeed and MLX: a launcher that trains too, and nodes that wait for it with an ssh server."""

from collections.abc import Iterator

from render.trainer.release import TrainerRelease
from render.trainer.runtimes._builders import NODE, PROJECT, TRAINER, Part, make_job, make_runtime

_FRAMEWORKS = ("deepspeed", "mlx")
_HOME = "/home/mpiuser"
_USER = 1000
_LAUNCHER = "launcher"
_POLICY = {
    "mpi": {
        "mpiImplementation": "OpenMPI",
        "runLauncherAsNode": True,
        "numProcPerNode": 1,
        "sshAuthMountPath": f"{_HOME}/.ssh",
    }
}


def runtimes(release: TrainerRelease) -> Iterator[Part]:
    """Yield the runtimes of DeepSpeed and MLX."""
    yield from (_runtime(framework, release) for framework in _FRAMEWORKS)


def _runtime(framework: str, release: TrainerRelease) -> Part:
    spec = {
        "network": {"publishNotReadyAddresses": True},
        "successPolicy": {"operator": "All", "targetReplicatedJobs": [_LAUNCHER]},
        "replicatedJobs": _jobs(f"{PROJECT}/{framework}-runtime", release),
    }
    return make_runtime(f"{framework}-distributed", framework, _POLICY, spec)


def _jobs(image: str, release: TrainerRelease) -> list[Part]:
    container: Part = {"name": NODE, "image": image, "securityContext": {"runAsUser": _USER}}
    server = container | {
        "command": ["/usr/sbin/sshd"],
        "args": ["-De", "-f", f"{_HOME}/.sshd_config"],
        "readinessProbe": {"tcpSocket": {"port": 2222}, "initialDelaySeconds": 5},
    }
    if release is TrainerRelease.V2_1:
        return [make_job(_LAUNCHER, container, step=TRAINER), make_job(NODE, server)]
    group: Part = {"securityContext": {"fsGroup": _USER}}
    return [
        make_job(NODE, server, pod=group),
        make_job(_LAUNCHER, container, step=TRAINER, after={NODE: "Ready"}, pod=group),
    ]
