"""A real API server, asked over HTTPS."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kubernetes.client import ApiClient
from kubernetes.config import new_client_from_config

Object = dict[str, Any]

_WARNING = re.compile(r'299 \S+ "((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Answer:
    """What the server says to one request: the stored object, or a `Status` that says why there is none."""

    status: int
    body: Object
    warnings: tuple[str, ...]

    @property
    def refusal(self) -> str:
        """Why the request is refused; empty where it is not."""
        return "" if self.status < 300 else str(self.body["message"])


class Server:
    """Requests to the server of a kubeconfig."""

    def __init__(self, kubeconfig: Path) -> None:
        self.kubeconfig = kubeconfig
        self._client: ApiClient = new_client_from_config(str(kubeconfig))  # type: ignore[no-untyped-call]

    def get(self, path: str) -> Answer:
        """Return what is at a path."""
        return self._request("GET", path, {}, {}, None)

    def find(self, resource: Object) -> Answer:
        """Return an object as it is stored."""
        return self.get(self.path(resource))

    def path(self, resource: Object) -> str:
        """Return where an object is."""
        return f"{self._collection(resource)}/{resource['metadata']['name']}"

    def token(self, account: Object) -> str:
        """Return a token with which a service account asks."""
        review = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
        answer = self._request("POST", f"{self.path(account)}/token", {}, {"Content-Type": "application/json"}, review)
        assert answer.refusal == ""
        return str(answer.body["status"]["token"])

    def create(self, resource: Object, *, text: bytes | None = None, dry_run: bool = False) -> Answer:
        """Create an object, from its own text where there is one; a field that it cannot have is refused."""
        query = {"fieldValidation": "Strict"} | ({"dryRun": "All"} if dry_run else {})
        body, kind = (resource, "json") if text is None else (text, "yaml")
        return self._request("POST", self._collection(resource), query, {"Content-Type": f"application/{kind}"}, body)

    def apply(self, resource: Object, manager: str) -> Answer:
        """Apply an object on the server's side, for a field manager."""
        query, header = {"fieldManager": manager}, {"Content-Type": "application/apply-patch+yaml"}
        return self._request("PATCH", self.path(resource), query, header, resource)

    def merge(self, path: str, patch: Object) -> Answer:
        """Change what is at a path by a merge patch."""
        return self._request("PATCH", path, {}, {"Content-Type": "application/merge-patch+json"}, patch)

    def delete(self, resource: Object) -> Answer:
        """Delete an object at once, whoever would still have something to do before."""
        self.merge(self.path(resource), {"metadata": {"finalizers": None}})
        return self.retire(resource)

    def retire(self, resource: Object) -> Answer:
        """Delete an object that stays until those are done who have something to do before."""
        return self._request("DELETE", self.path(resource), {"gracePeriodSeconds": "0"}, {}, None)

    def evict(self, pod: str) -> Answer:
        """Evict a pod of the namespace `default`, as `kubectl drain` does."""
        eviction = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": pod}}
        path = f"/api/v1/namespaces/default/pods/{pod}/eviction"
        return self._request("POST", path, {}, {"Content-Type": "application/json"}, eviction)

    def serves(self, api_version: str, kind: str) -> bool:
        """Say whether the server has a kind."""
        return self._listing(api_version, kind) is not None

    def _listing(self, api_version: str, kind: str) -> Object | None:
        known = self.get(f"{_root(api_version)}").body.get("resources", [])
        return next((found for found in known if found["kind"] == kind and "/" not in found["name"]), None)

    def _collection(self, resource: Object) -> str:
        """Return the path of an object's collection. Raises LookupError for a kind that the server has not."""
        api_version, kind = resource["apiVersion"], resource["kind"]
        listing = self._listing(api_version, kind)
        if listing is None:
            raise LookupError(f"the server has no {api_version} {kind}")
        folder = f"/namespaces/{resource['metadata']['namespace']}" if listing["namespaced"] else ""
        return f"{_root(api_version)}{folder}/{listing['name']}"

    def _request(
        self, method: str, path: str, query: Object, headers: dict[str, str], body: Object | bytes | None
    ) -> Answer:
        request = self._client.param_serialize(
            method, path, query_params=list(query.items()), header_params=headers, auth_settings=["BearerToken"]
        )
        response = self._client.call_api(*request[:3], body)
        warnings = _WARNING.findall(response.headers.get("Warning", ""))
        return Answer(response.status, _body(response.response.data), tuple(warnings))


def _body(text: bytes) -> Object:
    try:
        body: Object = json.loads(text)
    except ValueError:  # a path that leads nowhere is answered in plain text
        return {"message": text.decode()}
    return body


def _root(api_version: str) -> str:
    return f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
