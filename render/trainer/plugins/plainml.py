"""PlainML: no framework, only the number of nodes and the TrainJob's variables.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/plainml/plainml.go
"""

from render.manifests.trainjob import NODE
from render.trainer import upsert
from render.trainer.variables import converted
from render.trainer.work import Work


def enforce(work: Work) -> None:
    """Set the number of nodes, and put the TrainJob's variables behind those of the runtime."""
    work.set_nodes()
    if work.trainer is not None and work.trainer_set is not None:
        for container in work.trainer_set.named(NODE):
            upsert.variables(container, converted(work.trainer.get("env", ())))
            break
