"""The cluster that is really there: it is read and asked, and nothing in it is changed.

The client library is an extra, and takes half a second to import: `connect` is what imports it.
"""

from render.cluster.answer import Answer
from render.cluster.client import Client
from render.cluster.connecting import connect
from render.cluster.errors import ClusterError, DeniedError, NotServedError

__all__ = ["Answer", "Client", "ClusterError", "DeniedError", "NotServedError", "connect"]
