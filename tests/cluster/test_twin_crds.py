"""What definitions and their rules refuse of custom resources, a real API server refuses, and the other way round.

The projects' webhooks do not run here, so nothing is said of their rules: see tests/rules/admission.
"""

import copy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.crd_files import load_definitions
from render.manifests.loading import load_object
from render.manifests.objects import Object
from render.manifests.schema_check import rule_of
from render.problem import Severity
from render.rules.runner import check_object
from render.source import Document
from tests.cluster.server import Server
from tests.strategies import bounded

MINOR = "1.36"
TABLE = yaml.safe_load((Path(__file__).parent / "twin_crds.yaml").read_text(encoding="utf-8"))
CLUSTER_SCOPED = {"ClusterQueue", "Queue"}
WEBHOOKS = ("ADM7", "ADM8", "ADM9")

KNOWN = {("TrainJob", "status"): "the server drops what is written there; its schema would refuse that it is empty"}
"""Where the two differ, by kind and place, each with the reason why it stays so."""

Data = dict[str, Any]


class Change(NamedTuple):
    """A value for a place of an object; None takes away what is there."""

    place: str
    value: Any


class Case(NamedTuple):
    """An object that the server takes, and what can be done to it."""

    data: Data
    changes: tuple[Change, ...]


def cases(table: Data) -> Iterator[Case]:
    """Yield the cases of a table, without what is known to differ."""
    for entry in table["objects"]:
        places = {**table["metadata"], **entry["places"]}
        changes = (Change(place, value) for place, values in places.items() for value in values)
        kind = entry["object"]["kind"]
        yield Case(entry["object"], tuple(change for change in changes if (kind, change.place) not in KNOWN))


CASES = {case.data["kind"]: case for case in cases(TABLE)}
every_kind = pytest.mark.parametrize("kind", CASES)


@pytest.fixture(scope="module")
def roads(upstream: Path) -> list[Schemas]:
    """The project's own schemas, and those that `--crds` makes of the definitions that the server has."""
    return [Schemas(MINOR), Schemas(MINOR, definitions=load_definitions([upstream / "crds"])[0])]


@every_kind
def test_one_change(kind: str, server: Server, roads: list[Schemas]) -> None:
    case = CASES[kind]
    whole = changed(case.data, ())
    assert server.create(whole, dry_run=True).refusal == ""
    assert [refusals(whole, known) for known in roads] == [[], []]
    found = {str(change): disagreement(server, changed(case.data, [change]), *roads) for change in case.changes}
    assert {change: told for change, told in found.items() if told} == {}


@every_kind
def test_several_changes(kind: str, server: Server, roads: list[Schemas]) -> None:
    case = CASES[kind]

    @bounded(150)
    @given(st.lists(st.sampled_from(case.changes), min_size=2, max_size=4, unique_by=lambda change: change.place))
    def agree(changes: list[Change]) -> None:
        assert disagreement(server, changed(case.data, changes), *roads) == ""

    agree()


def changed(data: Data, changes: Sequence[Change]) -> Data:
    copied = copy.deepcopy(data)
    for change in changes:
        put(copied, change)
    if copied["kind"] not in CLUSTER_SCOPED:
        copied["metadata"]["namespace"] = "team"
    return copied


def put(data: Any, change: Change) -> None:
    """Change an object in place; where an earlier change has taken away the place, nothing happens."""
    *path, last = (int(part) if part.isdecimal() else part for part in change.place.split("."))
    for part in path:
        data = at(data, part)
    if not isinstance(data, dict):
        return
    if change.value is None:
        data.pop(last, None)
    else:
        data[last] = copy.deepcopy(change.value)


def at(data: Any, part: str | int) -> Any:
    if isinstance(data, dict):
        return data.get(str(part))
    return data[part] if isinstance(data, list) and isinstance(part, int) and part < len(data) else None


def refusals(data: Data, known: Schemas) -> list[str]:
    """Return what the twin says, without what is the webhooks' to say."""
    item = Object(Document("", "", None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)
    loaded = load_object(item, known)
    assert loaded.unchecked is None
    said = [
        f"{each.pointer} {each.message}" for each in loaded.errors if rule_of(item, each).severity is Severity.ERROR
    ]
    if loaded.readable is not None:
        said += [
            f"{each.rule.code} {each.pointer} {each.message}"
            for each in check_object(loaded.readable, loaded.errors)
            if each.rule.severity is Severity.ERROR and is_the_servers(each.rule.code)
        ]
    return said


def is_the_servers(code: str) -> bool:
    return code.startswith("ADM") and not code.startswith(WEBHOOKS)


def disagreement(server: Server, data: Data, *roads: Schemas) -> str:
    """Return who refuses what the other one takes; empty where they agree."""
    answer = server.create(data, dry_run=True)
    for said in (refusals(data, known) for known in roads):
        if bool(answer.refusal) != bool(said):
            return f"the server refuses: {answer.refusal}" if answer.refusal else f"the twin refuses: {said}"
    return ""
