"""A client of a live cluster: it reads objects and sends dry runs. Nothing in the cluster is changed.

The package `kubernetes` is an extra and takes half a second to import; only `connect` imports it.
"""

from render.cluster.client import Client
from render.cluster.errors import ClusterError, DeniedError, NotServedError
from render.cluster.response import Response

__all__ = ["Client", "ClusterError", "DeniedError", "NotServedError", "Response", "connect"]

SECONDS = 10.0
"""Default time-out of a request in seconds, as API servers have for webhooks."""


def connect(context: str | None = None, timeout: float = SECONDS) -> Client:
    """Return a client of a kubeconfig context, else of the current context, else of the cluster of this pod.

    `timeout` is in seconds, for each request. Sends no request. Raises ClusterError.
    """
    try:
        from render.cluster.kubeconfig import load_target
        from render.cluster.tls import open_transport
    except ModuleNotFoundError as error:
        hint = "`pip install 'kubernetes>=37.0,<38'` in the environment of render"
        raise ClusterError(f"this command needs the package `{error.name}`", hint=hint) from error
    with load_target(context) as found:
        return Client(open_transport(found, timeout), found.namespace)
