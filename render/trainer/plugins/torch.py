"""Torch: torchrun's variables, in the training container and in targets of the runtime.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torch.go
"""

from collections.abc import Iterator

from render.manifests.codes import NOT_BUILT
from render.manifests.paths import Data
from render.trainer import torchtune
from render.trainer.apply import Variable, convert_variables, index_variable, put_ports, put_variables, text_variable
from render.trainer.context import PORT, Container, ExpansionContext, ExpansionFinding
from render.trainer.resources import count_cpus, count_gpus

TARGETS = ("spec", "mlPolicy", "torch", "envInjection", "targets")


def enforce(work: ExpansionContext) -> None:
    """Set the number of nodes and torchrun's variables."""
    work.set_nodes()
    count = processes_per_node(work)
    size, address = list(_size(work, count)), list(_address(work))
    container = work.trainer_container
    if container is not None and work.trainer is not None:
        put_variables(container, convert_variables(work.trainer.get("env", ())))
        if torchtune.uses_torchtune(work.command):
            put_variables(container, size)
            work.command = torchtune.torchtune_command(work, count)
        else:
            put_variables(container, [*size, *address])
        put_ports(container, [{"containerPort": PORT}])
    for target in _targets(work):
        put_variables(target, [*size, *address])


def processes_per_node(work: ExpansionContext) -> int | str:
    """Return the processes of a node; `auto` or `gpu` if torchrun counts them.

    Trainer counts the resources of the TrainJob, else those of the runtime, never both together.
    """
    wanted = (work.trainer or {}).get("numProcPerNode")
    if wanted is None:
        wanted = _torch(work).get("numProcPerNode", "auto")
    if wanted == "cpu" or (wanted == "auto" and not count_gpus(work.resources)):
        return max(1, count_cpus(work.resources))
    found: int | str = wanted
    return found


def _size(work: ExpansionContext, count: int | str) -> Iterator[Variable]:
    yield text_variable("PET_NNODES", work.nodes)
    yield text_variable("PET_NPROC_PER_NODE", count)
    yield index_variable("PET_NODE_RANK")


def _address(work: ExpansionContext) -> Iterator[Variable]:
    yield text_variable("PET_MASTER_ADDR", work.first_host)
    yield text_variable("PET_MASTER_PORT", PORT)


def _targets(work: ExpansionContext) -> Iterator[Container]:
    """Yield the containers of the runtime's `envInjection`; append a finding for those that don't exist."""
    for index, target in enumerate(_torch(work).get("envInjection", {}).get("targets", ())):
        pods = next((one for one in work.sets if one.name == target["jobName"]), None)
        for position, name in enumerate(target["containerNames"]):
            container = None if pods is None else pods.find(name)
            if container is not None:
                yield container
            else:
                path = (*TARGETS, index, "containerNames", position)
                message = f"envInjection target {target['jobName']}/{name} not found in runtime template"
                work.refusals.append(ExpansionFinding(NOT_BUILT, work.training.runtime, path, message))


def _torch(work: ExpansionContext) -> Data:
    found: Data = (work.policy or {}).get("torch", {})
    return found
