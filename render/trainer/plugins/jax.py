"""JAX: the coordinator's address, the number of processes, and the index of this one.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jax/jax.go
"""

from render.trainer.apply import index_variable, put_ports, put_variables, text_variable
from render.trainer.context import PORT, ExpansionContext


def enforce(work: ExpansionContext) -> None:
    """Set the number of nodes and JAX's variables in the training container."""
    work.set_nodes()
    container = work.trainer_container
    if container is None:
        return
    variables = (
        text_variable("JAX_NUM_PROCESSES", work.nodes),
        index_variable("JAX_PROCESS_ID"),
        text_variable("JAX_COORDINATOR_ADDRESS", f"{work.first_host}:{PORT}"),
    )
    put_variables(container, variables)
    put_ports(container, [{"containerPort": PORT}])
