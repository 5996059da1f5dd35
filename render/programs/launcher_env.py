"""Variables that the chart's launchers set (charts/training-job/templates/launchers).

A copy of the chart's knowledge; tests/parity/test_launcher_environment.py compares both for every launcher."""

from collections.abc import Callable, Mapping

from render.programs.run_size import RunSize

_SHUTDOWN_TIMEOUT = "TORCH_ELASTIC_SHUTDOWN_TIMEOUT"
_WITH_TORCHRUN = frozenset(["accelerate", "llamafactory", "torchrun"])

Variables = dict[str, str | None]
"""None if the value differs between pods."""


def launcher_environment(run: RunSize) -> Variables:
    """Return the variables that a run's launcher sets for the user's program; empty for an unknown launcher."""
    launcher = run.at("launcher")
    writer = _WRITERS.get(launcher)
    return {**writer(run), **(_shutdown(run) if launcher in _WITH_TORCHRUN else {})} if writer else {}


def is_launcher(name: str | None) -> bool:
    """Return True if the chart has the launcher, so that its variables are known."""
    return name in _WRITERS


def _address_book(run: RunSize) -> Variables:
    book = {"NNODES": str(run.nodes), "NODE_RANK": None, "NPROC_PER_NODE": str(run.processes)}
    return {"MASTER_ADDR": _address(run), "MASTER_PORT": _port(run), **book}


def _llamafactory(run: RunSize) -> Variables:
    return {**_address_book(run), "FORCE_TORCHRUN": "1"}


def _accelerate(run: RunSize) -> Variables:
    cpus_only = {} if run.gpus or run.has_open_claims else {"ACCELERATE_USE_CPU": "true"}
    return {**_address_book(run), "NUM_PROCESSES": _world(run), **cpus_only}


def _ray(run: RunSize) -> Variables:
    return {"RAY_ADDRESS": f"{run.name}-head-0-0.{run.name}:{_port(run)}", "NUM_PROCESSES": _world(run)}


def _deepspeed(run: RunSize) -> Variables:
    return {**_over_ssh(run), "MASTER_PORT": _port(run)}


def _horovod(run: RunSize) -> Variables:
    return {**_over_ssh(run), "HOROVOD_START_TIMEOUT": None}


def _mpi(run: RunSize) -> Variables:
    return {**_over_ssh(run), "MASTER_ADDR": _address(run), "MASTER_PORT": _port(run)}


def _over_ssh(run: RunSize) -> Variables:
    return {"NUM_PROCESSES": _world(run), "NVIDIA_VISIBLE_DEVICES": "void"}


def _torchrun(run: RunSize) -> Variables:
    if run.is_elastic:
        return _elastic(run)
    meeting = {"PET_MASTER_ADDR": _address(run), "PET_MASTER_PORT": _port(run), "PET_RDZV_CONF": None}
    return {"PET_NNODES": str(run.nodes), "PET_NODE_RANK": None, "PET_NPROC_PER_NODE": str(run.processes), **meeting}


def _elastic(run: RunSize) -> Variables:
    span = f"{int(run.at('elastic', 'minNodes') or 1)}:{run.nodes}"
    size = {"PET_NNODES": span, "PET_NPROC_PER_NODE": str(run.processes)}
    endpoint = f"{_address(run)}:{_port(run)}"  # the chart appends the namespace, which resolves to the same pod
    meeting = {
        "PET_RDZV_BACKEND": "c10d",
        "PET_RDZV_ENDPOINT": endpoint,
        "PET_RDZV_ID": run.name,
        "PET_RDZV_CONF": None,
    }
    return {**size, **meeting, "PET_MAX_RESTARTS": str(int(run.at("elastic", "maxRestarts") or 0))}


def _shutdown(run: RunSize) -> Variables:
    seconds = run.at("pod", "terminationGracePeriodSeconds")
    if seconds is None or _SHUTDOWN_TIMEOUT in (run.at("env") or {}):
        return {}
    return {_SHUTDOWN_TIMEOUT: str(max(1, int(seconds) - 5))}


def _address(run: RunSize) -> str:
    return f"{run.name}-node-0-0.{run.name}"


def _port(run: RunSize) -> str:
    return str(int(run.at("network", "port") or 29500))


def _world(run: RunSize) -> str:
    return str(run.nodes * run.processes)


_WRITERS: Mapping[str, Callable[[RunSize], Variables]] = {
    "accelerate": _accelerate,
    "deepspeed": _deepspeed,
    "horovod": _horovod,
    "llamafactory": _llamafactory,
    "mpi": _mpi,
    "plain": _address_book,
    "ray": _ray,
    "torchrun": _torchrun,
}
