"""Changes to objects of the core API, one at a time, and what is said of them.

The tables (core.yaml for workloads, objects.yaml for what governs them) have objects that an API server takes, and
values to put at places of theirs; core_verdicts.yaml has what a real one said to each: written by
tests/cluster/test_twin_core.py, with `--regen`.
"""

import copy
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes, rule
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.findings import in_each
from render.source import Document
from render.validation.typed import typed

MINOR = "1.36"
TABLE = yaml.safe_load(Path(__file__).with_name("core.yaml").read_text(encoding="utf-8"))
OBJECTS = yaml.safe_load(Path(__file__).with_name("objects.yaml").read_text(encoding="utf-8"))
VERDICTS = Path(__file__).with_name("core_verdicts.yaml")
CLUSTER_WIDE = {"ClusterRole", "ClusterRoleBinding", "Namespace", "PersistentVolume", "PriorityClass"}

Data = dict[str, Any]


class Change(NamedTuple):
    """A value for a place of an object; None takes away what is there."""

    place: str
    value: Any


class Refusal(NamedTuple):
    """What the twin says, and of which place."""

    severity: Severity
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
    for entry in (*TABLE["objects"], *OBJECTS["objects"]):
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


def said(data: Data) -> list[Refusal]:
    item = Object(Document("", "", None), "", Kind.of(data["apiVersion"], data["kind"]), data)
    found = mistakes(item, schemas())
    assert isinstance(found, list)
    told = [(rule(item, each), each) for each in found]
    for checked, refused in typed(item, found):
        told += [(each.rule, each.mistake) for each in in_each(checked, refused) if each.rule.code.startswith("ADM")]
    return [Refusal(family.severity, each.pointer, f"{family.code} {each.message}") for family, each in told]


def refusals(data: Data) -> list[Refusal]:
    return [each for each in said(data) if each.severity is Severity.ERROR]


def verdicts(case: Case, is_refused: Callable[[Data], bool]) -> dict[str, str]:
    """Return a judge's verdicts by place: a `+` for each value that is taken, a `-` for each that is not."""
    found: dict[str, str] = {}
    for change in case.changes:
        verdict = "-" if is_refused(changed(case.data, (change,))) else "+"
        found[change.place] = found.get(change.place, "") + verdict
    return found
