"""The private API server: a client that also writes."""

import ssl
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import urllib3

from render.cluster import Client, Response
from render.cluster.client import PAGE
from render.cluster.http import HttpTransport
from render.cluster.response import response_error
from render.kube.gvk import GroupVersionKind

_SECONDS = 60.0
_CRD = GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")


class ApiServer:
    """An API server on loopback, as its administrator. Methods raise ClusterError without a usable response."""

    def __init__(self, port: int, certificate: Path, token: str) -> None:
        """Set the port, the certificate that the server signs itself when it starts, and the token."""
        self.port, self.certificate, self.token = port, certificate, token

    def connect(self) -> None:
        """Connect, or read again which kinds are served. Raises OSError without a certificate."""
        context = ssl.create_default_context(cafile=self.certificate)
        host = f"127.0.0.1:{self.port}"
        header = {"Authorization": f"Bearer {self.token}"}
        pool = urllib3.PoolManager(ssl_context=context)
        secrets = frozenset({self.token})
        self._wire = HttpTransport(f"https://{host}", host, pool, lambda: header, lambda: secrets, _SECONDS)
        self.client = Client(self._wire, "default")

    def metrics(self, port: int) -> str:
        """Return the metrics of a program that has the certificate and the tokens of this server."""
        return HttpTransport(
            f"https://127.0.0.1:{port}",
            f"127.0.0.1:{port}",
            self._wire.pool,
            self._wire.credentials,
            self._wire.secrets,
            _SECONDS,
        ).text("/metrics", {})

    def is_ready(self) -> bool:
        """Return True if the server answers; it does not while it starts."""
        try:
            self.connect()
            return self._wire.text("/readyz", {}) == "ok"
        except Exception:  # noqa: BLE001 - no certificate, half of one, no listener, an answer that is an error
            return False

    def revision(self) -> str:
        """Return the revision of the whole storage: it changes with each write of any object."""
        answer = self._wire.request("GET", "/api/v1/namespaces", {"limit": "1"})
        return str(answer.body.get("metadata", {}).get("resourceVersion", ""))

    def pods(self, namespace: str, selector: str) -> Iterator[Mapping[str, Any]]:
        """Yield the pods of a namespace that a label selector selects.

        Without the limits of a client, which is for one command's questions and not for hundreds of events.
        """
        query = {"limit": str(PAGE), "labelSelector": selector}
        while True:
            answer = self._wire.request("GET", f"/api/v1/namespaces/{namespace}/pods", query)
            if answer.is_refusal:
                raise response_error(answer, "list pods")
            yield from answer.body["items"]
            follows = answer.body["metadata"].get("continue")
            if not follows:
                return
            query["continue"] = follows

    def renew_client(self) -> Client:
        """Return a new client: one has a limit of pages."""
        self.client = Client(self._wire, "default")
        return self.client

    def create(self, item: Mapping[str, Any], namespace: str = "default") -> Response:
        """Create an object; one without a namespace in a namespace."""
        return self._wire.request("POST", self._path(item, namespace), {"fieldValidation": "Strict"}, item)

    def merge(self, item: Mapping[str, Any], patch: Mapping[str, Any], namespace: str = "default") -> Response:
        """Merge a patch into an object."""
        path = f"{self._path(item, namespace)}/{item['metadata']['name']}"
        return self._wire.request("PATCH", path, {}, patch, content="application/merge-patch+json")

    def serves(self, definition: Mapping[str, Any]) -> bool:
        """Return True if all versions of a CustomResourceDefinition are established."""
        found = self.client.get(_CRD, None, definition["metadata"]["name"]) or {}
        conditions = found.get("status", {}).get("conditions", [])
        return any(one["type"] == "Established" and one["status"] == "True" for one in conditions)

    def _path(self, item: Mapping[str, Any], namespace: str) -> str:
        resource = self.client.served.needed(GroupVersionKind.of(item["apiVersion"], item["kind"]))
        return resource.path(item["metadata"].get("namespace") or namespace)
