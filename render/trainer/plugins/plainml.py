"""PlainML: no framework, only the number of nodes and the TrainJob's variables.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/plainml/plainml.go
"""

from render.manifests.trainjob import NODE
from render.trainer.apply import convert_variables, put_variables
from render.trainer.context import ExpansionContext


def enforce(work: ExpansionContext) -> None:
    """Set the number of nodes, and append the TrainJob's variables."""
    work.set_nodes()
    if work.trainer is not None and work.trainer_set is not None:
        for container in work.trainer_set.named(NODE):
            put_variables(container, convert_variables(work.trainer.get("env", ())))
            break
