"""JAX: who coordinates, how many processes there are, and which one this is.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jax/jax.go
"""

from render.trainer import upsert
from render.trainer.variables import literal, of_index
from render.trainer.work import PORT, Work


def enforce(work: Work) -> None:
    """Set the number of nodes, and put JAX's variables into the container that trains."""
    work.set_nodes()
    container = work.trainer_container
    if container is None:
        return
    variables = (
        literal("JAX_NUM_PROCESSES", work.nodes),
        of_index("JAX_PROCESS_ID"),
        literal("JAX_COORDINATOR_ADDRESS", f"{work.first_host}:{PORT}"),
    )
    upsert.variables(container, variables)
    upsert.ports(container, [{"containerPort": PORT}])
