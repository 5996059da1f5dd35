"""What the rules of the core API refuse, a real API server refuses, and the other way round.

One change at a time to an object that the server takes, over a table of values; then several at once, by chance.
"""

import copy
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes, rule
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.findings import in_each
from render.source import Document
from render.validation.typed import typed
from tests.cluster.server import Server
from tests.strategies import bounded

MINOR = "1.36"
TABLE = yaml.safe_load((Path(__file__).parent / "twin_core.yaml").read_text(encoding="utf-8"))
CLUSTER_WIDE = {"Namespace"}

ELSEWHERE = {
    "spec.clusterIP": "the server copies it into `clusterIPs`, and speaks of that",
    "spec.resources": "the schema says that `requests` is missing, the server that `storage` is",
    "stringData": "the server moves it into `data`, and speaks of that",
    "topologySpreadConstraints": "the server names the first of the two, and no field",
}
"""Changes by the end of their place, whose field the server calls otherwise."""

Data = dict[str, Any]


class Change(NamedTuple):
    """A value for a place of an object; None takes away what is there."""

    place: str
    value: Any


class Refusal(NamedTuple):
    """What the twin says, and of which place."""

    pointer: str
    text: str


class Case(NamedTuple):
    """An object that the server takes, and what can be done to it."""

    data: Data
    changes: tuple[Change, ...]

    @property
    def name(self) -> str:
        return str(self.data["kind"])


def cases() -> Iterator[Case]:
    for entry in TABLE["objects"]:
        places = {**TABLE["metadata"], **entry["places"]}
        if entry["object"]["kind"] == "Pod":
            places |= TABLE["pod"]
        if "pod" in entry:
            places = {f"{entry['pod']}.{place}": values for place, values in TABLE["pod"].items()} | places
        found = {place: TABLE["pools"][at] if isinstance(at, str) else at for place, at in places.items()}
        yield Case(entry["object"], tuple(Change(place, value) for place, at in found.items() for value in at))


CASES = list(cases())


def changed(data: Data, changes: tuple[Change, ...]) -> Data:
    copied = copy.deepcopy(data)
    if copied["kind"] not in CLUSTER_WIDE:
        copied["metadata"]["namespace"] = "team"
    for change in changes:
        put(copied, change)
    return copied


def put(data: Any, change: Change) -> None:
    *path, last = (int(part) if part.isdecimal() else part for part in change.place.split("."))
    for part in path:
        data = data[part] if isinstance(part, int) else data.setdefault(part, {})
    if isinstance(last, int):
        data[last:] = [change.value]
    elif change.value is None:
        data.pop(last, None)
    else:
        data[last] = change.value


@cache
def schemas() -> Schemas:
    return Schemas(MINOR)


def refusals(data: Data) -> list[Refusal]:
    item = Object(Document("", "", None), "", Kind.of(data["apiVersion"], data["kind"]), data)
    found = mistakes(item, schemas())
    assert isinstance(found, list)
    said = [(rule(item, each), each) for each in found]
    for checked, refused in typed(item, found):
        said += [(each.rule, each.mistake) for each in in_each(checked, refused) if each.rule.code.startswith("ADM")]
    errors = ((family, each) for family, each in said if family.severity is Severity.ERROR)
    return [Refusal(each.pointer, f"{family.code} {each.message}") for family, each in errors]


def disagreement(server: Server, data: Data) -> str:
    """Return who refuses what the other one takes; empty where they agree."""
    refusal, said = server.create(data, dry_run=True).refusal, refusals(data)
    if bool(refusal) == bool(said):
        return ""
    return f"the server refuses: {refusal}" if refusal else f"the twin refuses: {said}"


def words(place: str) -> list[str]:
    """Return the parts of a place, however it is written; the server has `namespace` for `namespaces`."""
    return [word.removesuffix("s") for word in re.findall(r"[A-Za-z0-9_-]+", place.replace("~1", "/"))]


def is_within(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_one_change(case: Case, server: Server) -> None:
    assert disagreement(server, changed(case.data, ())) == ""
    assert refusals(changed(case.data, ())) == []
    found = ((change, disagreement(server, changed(case.data, (change,)))) for change in case.changes)
    assert [f"{change}: {told}" for change, told in found if told] == []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_place_of_one_change(case: Case, server: Server) -> None:
    astray = {}
    for change in case.changes:
        made = changed(case.data, (change,))
        causes = server.create(made, dry_run=True).body.get("details", {}).get("causes", ())
        fields = [cause["field"] for cause in causes if cause.get("field")]
        places = [said.pointer for said in refusals(made)]
        is_named = any(is_within(words(field), words(place)) for field in fields for place in places)
        if fields and not is_named and not change.place.endswith(tuple(ELSEWHERE)):
            astray[str(change)] = (fields, places)
    assert astray == {}


@given(data=st.data())
@bounded(400)
def test_several_changes(server: Server, data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    places = st.lists(st.sampled_from(case.changes), min_size=2, max_size=4, unique_by=lambda each: each.place)
    changes = data.draw(places)
    apart = [each for each in changes if not any(each.place.startswith(f"{other.place}.") for other in changes)]
    assert disagreement(server, changed(case.data, tuple(apart))) == ""
