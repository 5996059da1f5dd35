"""XGBoost: the tracker's address, the number of workers, and the index of this one.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/xgboost/xgboost.go
"""

from render.trainer.apply import index_variable, put_ports, put_variables, text_variable
from render.trainer.context import PORT, ExpansionContext
from render.trainer.plugins import plainml
from render.trainer.resources import count_gpus


def enforce(work: ExpansionContext) -> None:
    """Set the number of nodes and XGBoost's variables in the training container.

    PlainML runs too. Trainer's order is that of a Go map, so random; here PlainML is first.
    """
    plainml.enforce(work)
    container = work.trainer_container
    if container is None:
        return
    variables = (
        text_variable("DMLC_TRACKER_URI", work.first_host),
        text_variable("DMLC_TRACKER_PORT", PORT),
        index_variable("DMLC_TASK_ID"),
        text_variable("DMLC_NUM_WORKER", work.nodes * max(1, count_gpus(work.resources))),
    )
    put_variables(container, variables)
    put_ports(container, [{"containerPort": PORT}])
