"""Admission policies say here what a real API server with them says: the verdict, and the words."""

import copy
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.gvk import GroupVersionKind
from render.kube.policies.policy import policies
from render.kube.schemas import Schemas
from render.manifests.loading import without_nulls
from render.manifests.objects import Object
from render.problem import Severity
from render.source import Document
from render.validation.policies import check_policies
from tests.cluster.control_plane import until
from tests.cluster.server import Answer, Server

TABLE = yaml.safe_load((Path(__file__).parent / "policies.yaml").read_text(encoding="utf-8"))["policies"]
NUMBERS = {name: f"p{number}" for number, name in enumerate(TABLE)}
API = "admissionregistration.k8s.io/v1"
CLUSTER_SCOPED = {"Queue"}
DENY = ({"validationActions": ["Deny"]},)
READY = "ready"
SCHEMAS = Schemas("1.36")
FIRST = "message"

_SAID = re.compile(r"(?s).*?ValidatingAdmissionPolicy '\S+' with binding '\S+'(?: denied request)?: (.*)")

Data = dict[str, Any]


def documents(name: str) -> Iterator[Data]:
    """Yield a policy of the table and its bindings."""
    row = TABLE[name]
    yield from policy_and_bindings(NUMBERS[name], row["policy"], row.get("bindings", DENY))


def policy_and_bindings(name: str, policy: Data, bindings: Sequence[Data] = DENY) -> Iterator[Data]:
    yield {"apiVersion": API, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": name}, "spec": policy}
    for index, binding in enumerate(bindings):
        yield {
            "apiVersion": API,
            "kind": "ValidatingAdmissionPolicyBinding",
            "metadata": {"name": f"{name}-{index}"},
            "spec": {"policyName": name, **binding},
        }


@pytest.fixture(scope="module")
def guarded(server: Server) -> Server:
    """The server with all policies, each bound to a namespace of its own."""
    for name, number in NUMBERS.items():
        create(server, number, documents(name))
    # The last one to be made: where the server heeds it, it heeds all.
    create(server, READY, policy_and_bindings(READY, TABLE[FIRST]["policy"]))
    refused = TABLE[FIRST]["objects"][0]
    until(lambda: bool(answer(server, READY, refused).refusal), 60, "the policies are not heeded")
    return server


def create(server: Server, namespace: str, found: Iterator[Data]) -> None:
    server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}})
    for document in found:
        assert server.create(bound_to(namespace, document)).refusal == ""


def bound_to(namespace: str, document: Data) -> Data:
    """Return a binding that binds in one namespace only, since all tests have the same server; a policy as it is."""
    if "policyName" not in document["spec"]:
        return document
    bound = copy.deepcopy(document)
    resources = bound["spec"].setdefault("matchResources", {})
    resources["namespaceSelector"] = {"matchLabels": {"kubernetes.io/metadata.name": namespace}}
    return bound


@pytest.mark.parametrize("name", TABLE)
def test_verdict_and_words(name: str, guarded: Server) -> None:
    loaded = policies(
        [(GroupVersionKind.of(found["apiVersion"], found["kind"]), found) for found in documents(name)], SCHEMAS
    )
    for data in TABLE[name]["objects"]:
        placed = in_namespace(data, NUMBERS[name])
        item = Object(
            Document("", "", None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), without_nulls(placed)
        )
        found = list(check_policies(item, loaded))
        unchecked = [one.message for one in found if one.rule.code == "KUB022"]
        assert bool(unchecked) == (name_of(data) in TABLE[name].get("not checked", ())), unchecked
        if not unchecked:
            said = [(one.rule.severity, one.message.rpartition(" (policy ")[0]) for one in found]
            refusals = [message for severity, message in said if severity is Severity.ERROR]
            warnings = [message for severity, message in said if severity is Severity.WARNING]
            stored = answer(guarded, NUMBERS[name], data)
            assert [words(message) for message in refusals[:1]] == message_of(stored.refusal)
            assert [words(message) for message in warnings] == [
                line for text in stored.warnings for line in message_of(text)
            ]


def answer(server: Server, namespace: str, data: Data) -> Answer:
    return server.create(in_namespace(data, namespace), dry_run=True)


def in_namespace(data: Data, namespace: str) -> Data:
    if data["kind"] in CLUSTER_SCOPED:
        return data
    return {**data, "metadata": {**data["metadata"], "namespace": namespace}}


def name_of(data: Data) -> str:
    metadata = data["metadata"]
    return str(metadata.get("name") or metadata["generateName"])


def message_of(text: str) -> list[str]:
    """Return what a policy says in an answer of the server; nothing where there is no answer."""
    match = _SAID.fullmatch(text)
    assert match or not text, text
    return [words(match[1])] if match else []


def words(message: str) -> str:
    """Return a message without the words of the library that evaluates expressions, where one fails."""
    head, failed, _ = message.partition("resulted in error")
    return head + failed
