"""`render diff` says of a change that it is refused where a real API server refuses it, and nowhere else."""

import copy
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from render.diff.effect import Action, effect_on
from render.diff.immutable_field import ImmutableField, RefusedBy
from render.diff.immutable_fields import IMMUTABLE
from render.diff.object_pairs import ObjectPair
from render.diff.side_object import SideObject
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.source import Document
from tests.cluster.server import Server
from tests.cluster.test_twin_crds import Change, put

TABLE = yaml.safe_load((Path(__file__).parent / "immutable.yaml").read_text(encoding="utf-8"))
CLUSTER_SCOPED = {"ClusterRoleBinding", "ClusterTrainingRuntime", "PriorityClass", "StorageClass", "Topology"}
PATCHED = "spec.runtimePatches.0.trainingRuntimeSpec.template.spec.replicatedJobs.0.template.spec.template.spec."

KEYS = {".spec.runtimePatches[].manager"}
"""Fields with a rule that can't be broken: they are the keys of their list, so that another one is another item."""

Data = dict[str, Any]


class Case(NamedTuple):
    """A change of an object, and who refuses it."""

    name: str
    old: Data
    new: Data
    is_refused: bool
    by: RefusedBy | None
    """None for the server or a definition."""
    status: Data | None
    is_served: bool
    """False for a field that the definitions on the server don't have yet."""


def cases() -> Iterator[Case]:
    for entry in TABLE["objects"]:
        old = entry["object"]
        for verdict in ("refused", "accepted", "webhook"):
            for name, changes in _changes(entry, verdict):
                new = copy.deepcopy(old)
                for change in changes:
                    put(new, change)
                by = RefusedBy.WEBHOOK if verdict == "webhook" else None
                label = f"{old['kind']}-{old['metadata']['name']}-{name}"
                served = not entry.get("unserved", False)
                yield Case(label, old, new, verdict != "accepted", by, entry.get("status"), served)


def _changes(entry: Data, verdict: str) -> Iterator[tuple[str, list[Change]]]:
    for place, values in entry.get(verdict, {}).items():
        if isinstance(values, dict):
            for below, value in values.items():
                yield f"{place}.{below}", [Change(f"{place}.{below}", value)]
        else:
            for value in values:
                yield f"{place}={value}", [Change(place, value)]
    for changes in entry.get("together", {}).get(verdict, []):
        yield "+".join(changes), [Change(*change) for change in changes.items()]
    for place, value in entry.get("patched", {}).items() if verdict == "refused" else ():
        yield f"patch.{place}", [Change(PATCHED + place, value)]


CASES = list(cases())
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
each_served_case = pytest.mark.parametrize(
    "case", [case for case in CASES if case.is_served], ids=lambda case: case.name
)


@pytest.fixture(scope="module")
def immutable(server: Server) -> Server:
    """The server with a namespace of its own, and all objects of the table in it."""
    assert server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "immutable"}}).refusal == ""
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": "immutable"}}
    assert server.create(account).refusal == ""
    growing = {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "growing"}}
    assert server.create({**growing, "provisioner": "example.com/disks", "allowVolumeExpansion": True}).refusal == ""
    for entry in (one for one in TABLE["objects"] if "unserved" not in one):
        item = _placed(entry["object"])
        assert _apply(server, item) == "", item["kind"]
        if "status" in entry:
            patch = {"status": entry["status"]}
            assert server.merge(f"{server.path(item)}/status", patch).refusal == ""
    return server


@each_served_case
def test_server_says_the_same(case: Case, immutable: Server) -> None:
    refusal = _apply(immutable, _placed(case.new), dry_run=True)
    assert bool(refusal) == (case.is_refused and case.by is None), refusal


@each_served_case
def test_new_object_is_accepted(case: Case, immutable: Server) -> None:
    """What is refused is the change, and not what comes of it."""
    item = copy.deepcopy(_placed(case.new))
    item["metadata"]["name"] = "other"
    assert immutable.create(item, dry_run=True).refusal == ""


@each_case
def test_diff_reports_it(case: Case) -> None:
    found = effect_on(ObjectPair(_entry(case.old), _entry(case.new)), Schemas())
    assert (found.action is Action.REFUSED) == case.is_refused, found
    assert case.by is None or case.by in {refusal.row.by for refusal in found.refusals}


def test_every_row_is_asked() -> None:
    """The rows of webhooks too, though nobody but the table answers."""
    asked = {_row(row) for case in CASES for row in _rows(case)}
    assert asked == {_row(row) for row in chain.from_iterable(IMMUTABLE.values())}


def test_rules_of_definitions_are_rows(upstream: Path) -> None:
    """Every field of which a definition says `self == oldSelf` is in the table."""
    missing = []
    for file in sorted((upstream / "crds").glob("*/*_*.yaml")):
        definition = yaml.safe_load(file.read_text(encoding="utf-8"))["spec"]
        rows = IMMUTABLE.get(f"{definition['group']}/{definition['names']['kind']}", ())
        known = {"".join(part if part == "[]" else f".{part}" for part in row.field) for row in rows}
        for version in definition["versions"]:
            fields = set(_fixed_fields(version["schema"]["openAPIV3Schema"]))
            missing += [f"{file.name}{field}" for field in sorted(fields - known - KEYS)]
    assert missing == []


def _fixed_fields(schema: Data, place: str = "") -> Iterator[str]:
    if any(rule["rule"] == "self == oldSelf" for rule in schema.get("x-kubernetes-validations", [])):
        yield place
    for name, below in schema.get("properties", {}).items():
        yield from _fixed_fields(below, f"{place}.{name}")
    if "items" in schema:
        yield from _fixed_fields(schema["items"], f"{place}[]")


def _rows(case: Case) -> list[ImmutableField]:
    return [refusal.row for refusal in effect_on(ObjectPair(_entry(case.old), _entry(case.new)), Schemas()).refusals]


def _row(row: ImmutableField) -> tuple[str, ...]:
    return (row.source, row.why, row.change, *row.field)


def _entry(data: Data) -> SideObject:
    return SideObject(
        "", Object(Document("", "", None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data), "immutable"
    )


def _placed(data: Data) -> Data:
    namespace = {} if data["kind"] in CLUSTER_SCOPED else {"namespace": "immutable"}
    return {**data, "metadata": {**data["metadata"], **namespace}}


def _apply(server: Server, item: Data, *, dry_run: bool = False) -> str:
    """Apply an object as GitOps engines do, and return why it is refused."""
    query = {"fieldManager": "test", "force": "true"} | ({"dryRun": "All"} if dry_run else {})
    content = {"Content-Type": "application/apply-patch+yaml"}
    return server._request("PATCH", server.path(item), query, content, item).refusal
