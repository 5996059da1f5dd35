"""From a kubeconfig, or from inside a pod, to a client."""

from render.cluster.client import Client
from render.cluster.errors import ClusterError

SECONDS = 10.0
"""How long one request may take: what an API server gives a webhook, at its default."""


def connect(context: str | None = None, timeout: float = SECONDS) -> Client:
    """Return a client of the cluster of a context, else of the current one, else of the pod that this runs in.

    `timeout` is in seconds, for each request. No request is made yet. Raises ClusterError.
    """
    try:
        from render.cluster.kubeconfig import target
        from render.cluster.secure import wire
    except ModuleNotFoundError as error:
        hint = "`pip install 'kubernetes>=37.0,<38'` in the environment of render"
        raise ClusterError(f"a cluster can be asked only with the package `{error.name}`", hint=hint) from error
    with target(context) as found:
        return Client(wire(found, timeout), found.namespace)
