"""XGBoost: where its tracker is, how many workers there are, and which one this is.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/xgboost/xgboost.go
"""

from render.trainer import upsert
from render.trainer.plugins import plainml
from render.trainer.resources import gpus
from render.trainer.variables import literal, of_index
from render.trainer.work import PORT, Work


def enforce(work: Work) -> None:
    """Set the number of nodes, and put XGBoost's variables into the container that trains.

    PlainML runs too, before it or after it: Trainer takes them in the order of a Go map. Here it is always the first.
    """
    plainml.enforce(work)
    container = work.trainer_container
    if container is None:
        return
    variables = (
        literal("DMLC_TRACKER_URI", work.first_host),
        literal("DMLC_TRACKER_PORT", PORT),
        of_index("DMLC_TASK_ID"),
        literal("DMLC_NUM_WORKER", work.nodes * max(1, gpus(work.resources))),
    )
    upsert.variables(container, variables)
    upsert.ports(container, [{"containerPort": PORT}])
