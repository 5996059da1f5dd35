"""Pods of a namespace, watched: every state that one has been in."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kubernetes.client import CoreV1Api
from kubernetes.config import new_client_from_config
from kubernetes.watch import Watch

from tests.cluster.server import Object, Server

SECONDS = 120


class State(NamedTuple):
    """What a pod has come to."""

    pod: str
    node: str | None
    refused: str | None
    """Why the scheduler, which has tried, has found no node for it; None where it has not tried, or has found one."""

    @classmethod
    def of(cls, pod: Object) -> "State":
        said = [one for one in pod["status"].get("conditions", []) if one["type"] == "PodScheduled"]
        refused = next((one.get("message", "") for one in said if one["status"] == "False"), None)
        return cls(pod["metadata"]["name"], pod["spec"].get("nodeName"), refused)


Pods = dict[str, State]
"""The last state of each pod."""


def version(server: Server, namespace: str) -> str:
    """Return what a watch goes on from that shall see what happens from now on."""
    return str(server.get(f"/api/v1/namespaces/{namespace}/pods").body["metadata"]["resourceVersion"])


def followed(
    server: Server, namespace: str, is_enough: Callable[[Pods], bool], since: str | None = None
) -> list[State]:
    """Return the states of a namespace's pods until it is enough; fail where it never is.

    They begin with what the pods are now, or with the first change since a version.
    """
    last: Pods = {}
    states = []
    for state in _states(server, namespace, {} if since is None else {"resource_version": since}):
        states.append(state)
        last[state.pod] = state
        if is_enough(last):
            return states
    raise AssertionError(f"{namespace}: still {list(last.values())}")


def _states(server: Server, namespace: str, start: dict[str, str]) -> Iterator[State]:
    client = new_client_from_config(str(server.kubeconfig))  # type: ignore[no-untyped-call]
    pods = CoreV1Api(client).list_namespaced_pod
    for event in Watch().stream(pods, namespace, timeout_seconds=SECONDS, **start):  # type: ignore[no-untyped-call]
        yield State.of(event["raw_object"])
