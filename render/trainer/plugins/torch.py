"""Torch: torchrun's variables, in the container that trains and in those that a runtime names.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torch.go
"""

from collections.abc import Iterator

from render.manifests.codes import NOT_BUILT
from render.manifests.places import Data
from render.trainer import upsert
from render.trainer.plugins import torchtune
from render.trainer.podset import Container
from render.trainer.resources import cpus, gpus
from render.trainer.variables import Variable, converted, literal, of_index
from render.trainer.work import PORT, Refusal, Work

TARGETS = ("spec", "mlPolicy", "torch", "envInjection", "targets")


def enforce(work: Work) -> None:
    """Set the number of nodes, and put torchrun's variables where they belong."""
    work.set_nodes()
    count = processes(work)
    size, address = list(_size(work, count)), list(_address(work))
    container = work.trainer_container
    if container is not None and work.trainer is not None:
        upsert.variables(container, converted(work.trainer.get("env", ())))
        if torchtune.is_meant(work.command):
            upsert.variables(container, size)
            work.command = torchtune.command(work, count)
        else:
            upsert.variables(container, [*size, *address])
        upsert.ports(container, [{"containerPort": PORT}])
    for target in _targets(work):
        upsert.variables(target, [*size, *address])


def processes(work: Work) -> int | str:
    """Return the processes of a node, `auto` and `gpu` where torchrun counts them.

    Trainer counts the resources that the TrainJob asks for, or else the runtime, and never both together.
    """
    asked = (work.trainer or {}).get("numProcPerNode")
    if asked is None:
        asked = _torch(work).get("numProcPerNode", "auto")
    if asked == "cpu" or (asked == "auto" and not gpus(work.resources)):
        return max(1, cpus(work.resources))
    found: int | str = asked
    return found


def _size(work: Work, count: int | str) -> Iterator[Variable]:
    yield literal("PET_NNODES", work.nodes)
    yield literal("PET_NPROC_PER_NODE", count)
    yield of_index("PET_NODE_RANK")


def _address(work: Work) -> Iterator[Variable]:
    yield literal("PET_MASTER_ADDR", work.first_host)
    yield literal("PET_MASTER_PORT", PORT)


def _targets(work: Work) -> Iterator[Container]:
    """Yield the further containers that a runtime has the variables for; say which are not there."""
    for index, target in enumerate(_torch(work).get("envInjection", {}).get("targets", ())):
        pods = next((one for one in work.sets if one.name == target["jobName"]), None)
        for position, name in enumerate(target["containerNames"]):
            container = None if pods is None else pods.find(name)
            if container is not None:
                yield container
            else:
                path = (*TARGETS, index, "containerNames", position)
                message = f"envInjection target {target['jobName']}/{name} not found in runtime template"
                work.refusals.append(Refusal(NOT_BUILT, work.training.runtime, path, message))


def _torch(work: Work) -> Data:
    found: Data = (work.policy or {}).get("torch", {})
    return found
