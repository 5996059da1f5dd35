"""The variables that the chart's launchers write (charts/training-job/templates/launchers)."""

from collections.abc import Callable, Mapping

from render.programs.size import Size

Variables = dict[str, str | None]
"""None where the value differs from pod to pod."""


def given(run: Size) -> Variables:
    """Return what a run's launcher writes into the environment of the user's program."""
    writer = _WRITERS.get(run.at("launcher"))
    return writer(run) if writer else {}


def _address_book(run: Size) -> Variables:
    book = {"NNODES": str(run.nodes), "NODE_RANK": None, "NPROC_PER_NODE": str(run.processes)}
    return {"MASTER_ADDR": _address(run), "MASTER_PORT": _port(run), **book}


def _llamafactory(run: Size) -> Variables:
    return {**_address_book(run), "FORCE_TORCHRUN": "1"}


def _accelerate(run: Size) -> Variables:
    cpus_only = {} if run.gpus or run.at("pod", "resourceClaims") else {"ACCELERATE_USE_CPU": "true"}
    return {**_address_book(run), "NUM_PROCESSES": _world(run), **cpus_only}


def _ray(run: Size) -> Variables:
    return {"RAY_ADDRESS": f"{run.name}-head-0-0.{run.name}:{_port(run)}", "NUM_PROCESSES": _world(run)}


def _deepspeed(run: Size) -> Variables:
    return {**_over_ssh(run), "MASTER_PORT": _port(run)}


def _horovod(run: Size) -> Variables:
    return {**_over_ssh(run), "HOROVOD_START_TIMEOUT": None}


def _mpi(run: Size) -> Variables:
    return {**_over_ssh(run), "MASTER_ADDR": _address(run), "MASTER_PORT": _port(run)}


def _over_ssh(run: Size) -> Variables:
    return {"NUM_PROCESSES": _world(run), "NVIDIA_VISIBLE_DEVICES": "void"}


def _torchrun(run: Size) -> Variables:
    if run.is_elastic:
        return _elastic(run)
    meeting = {"PET_MASTER_ADDR": _address(run), "PET_MASTER_PORT": _port(run), "PET_RDZV_CONF": None}
    return {"PET_NNODES": str(run.nodes), "PET_NODE_RANK": None, "PET_NPROC_PER_NODE": str(run.processes), **meeting}


def _elastic(run: Size) -> Variables:
    span = f"{int(run.at('elastic', 'minNodes') or 1)}:{run.nodes}"
    size = {"PET_NNODES": span, "PET_NPROC_PER_NODE": str(run.processes)}
    endpoint = f"{_address(run)}:{_port(run)}"  # the chart's ends in the namespace, which leads to the same pod
    meeting = {
        "PET_RDZV_BACKEND": "c10d",
        "PET_RDZV_ENDPOINT": endpoint,
        "PET_RDZV_ID": run.name,
        "PET_RDZV_CONF": None,
    }
    return {**size, **meeting, "PET_MAX_RESTARTS": str(int(run.at("elastic", "maxRestarts") or 0))}


def _address(run: Size) -> str:
    return f"{run.name}-node-0-0.{run.name}"


def _port(run: Size) -> str:
    return str(int(run.at("network", "port") or 29500))


def _world(run: Size) -> str:
    return str(run.nodes * run.processes)


_WRITERS: Mapping[str, Callable[[Size], Variables]] = {
    "accelerate": _accelerate,
    "deepspeed": _deepspeed,
    "horovod": _horovod,
    "llamafactory": _llamafactory,
    "mpi": _mpi,
    "plain": _address_book,
    "ray": _ray,
    "torchrun": _torchrun,
}
