"""Changes to objects of the core API, one at a time, and the findings that they cause.

The tables (core.yaml for workloads, objects.yaml for policies) have objects that an API server accepts, and values to
set at their fields. core_verdicts.yaml has the verdict of a real API server for each: tests/cluster/test_twin_core.py
writes it with `--regen`.
"""

import copy
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.finding import Finding
from render.manifests.loading import load_object
from render.manifests.objects import Object
from render.manifests.schema_check import rule_of
from render.problem import Severity
from render.rules.runner import check_object
from render.source import Document

MINOR = "1.36"
TABLE = yaml.safe_load(Path(__file__).with_name("core.yaml").read_text(encoding="utf-8"))
OBJECTS = yaml.safe_load(Path(__file__).with_name("objects.yaml").read_text(encoding="utf-8"))
VERDICTS = Path(__file__).with_name("core_verdicts.yaml")
CLUSTER_WIDE = {"ClusterRole", "ClusterRoleBinding", "Namespace", "Node", "PersistentVolume", "PriorityClass"}

Data = dict[str, Any]


class Change(NamedTuple):
    """A value to set at a place of an object; None removes the value there."""

    place: str
    value: Any


class Result(NamedTuple):
    """A finding of render, with its place."""

    severity: Severity
    pointer: str
    text: str


class Case(NamedTuple):
    """An object that the server accepts, and changes to it."""

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


def apply_changes(data: Data, changes: tuple[Change, ...]) -> Data:
    copied = copy.deepcopy(data)
    if copied["kind"] not in CLUSTER_WIDE:
        copied["metadata"]["namespace"] = "team"
    for change in changes:
        set_value(copied, change)
    return copied


def set_value(data: Any, change: Change) -> None:
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


def findings(data: Data) -> list[Result]:
    item = Object(Document("", "", None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)
    loaded = load_object(item, schemas())
    assert loaded.unchecked is None
    results = [Finding.of(each, rule_of(item, each), item) for each in loaded.errors]
    if loaded.readable is not None:
        found = check_object(loaded.readable, loaded.errors)
        results += [each for each in found if each.rule.code.startswith("ADM")]
    return [Result(each.rule.severity, each.pointer, f"{each.rule.code} {each.message}") for each in results]


def errors(data: Data) -> list[Result]:
    return [each for each in findings(data) if each.severity is Severity.ERROR]


def verdicts(case: Case, is_rejected: Callable[[Data], bool]) -> dict[str, str]:
    """Return verdicts by place: `+` for each value that is accepted, `-` for each that is rejected."""
    found: dict[str, str] = {}
    for change in case.changes:
        verdict = "-" if is_rejected(apply_changes(case.data, (change,))) else "+"
        found[change.place] = found.get(change.place, "") + verdict
    return found
