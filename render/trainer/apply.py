"""Write environment variables, volumes, mounts and ports into a container or a pod, as Trainer does.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/apply/apply.go
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from render.manifests.paths import Data
from render.trainer.go_types import go_quantity

INDEX = {"fieldRef": {"fieldPath": "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}
"""The source of a variable whose value is the index of its pod."""

Variable = dict[str, Any]


def text_variable(name: str, value: object) -> Variable:
    """Return a variable with a value."""
    return {"name": name, "value": str(value)}


def index_variable(name: str) -> Variable:
    """Return a variable with the index of its pod."""
    return {"name": name, "valueFrom": INDEX}


def convert_variables(variables: Iterable[Data]) -> Iterator[Variable]:
    """Yield the variables of a TrainJob as Trainer copies them: four kinds of sources, and some of their fields."""
    for variable in variables:
        source = variable.get("valueFrom")
        if source is None:
            yield text_variable(variable["name"], variable.get("value") or "")
        else:
            yield {"name": variable["name"], "valueFrom": dict(_source(source))}


def _source(source: Data) -> Iterator[tuple[str, Data]]:
    if field := source.get("fieldRef"):
        yield "fieldRef", {"fieldPath": field["fieldPath"]}
    if field := source.get("resourceFieldRef"):
        named = {"containerName": field.get("containerName") or "", "resource": field["resource"]}
        yield "resourceFieldRef", {**named, "divisor": go_quantity(field.get("divisor") or "0")}
    for kind in ("configMapKeyRef", "secretKeyRef"):
        if field := source.get(kind):
            optional = {"optional": field["optional"]} if field.get("optional") is not None else {}
            yield kind, {"key": field["key"], "name": field.get("name") or "", **optional}


Item = dict[str, Any]


def put_variables(container: Item, items: Iterable[Item]) -> None:
    """Add environment variables, or replace those of the same name."""
    _each(container, "env", items, _same("name"))


def put_volumes(pod: Item, items: Iterable[Item]) -> None:
    """Add volumes, or replace those of the same name."""
    _each(pod, "volumes", items, _same("name"))


def put_mounts(container: Item, items: Iterable[Item]) -> None:
    """Add volume mounts, or replace those of the same path."""
    _each(container, "volumeMounts", items, _same("mountPath"))


def put_ports(container: Item, items: Iterable[Item]) -> None:
    """Add ports, or replace those of the same number or name. Two ports without a name have the same name."""
    _each(container, "ports", items, _is_same_port)


def _each(holder: Item, key: str, items: Iterable[Item], is_same: Callable[[Item, Item], bool]) -> None:
    for item in list(items):
        found: list[Item] = holder.setdefault(key, [])
        place = next((i for i, other in enumerate(found) if is_same(other, item)), None)
        if place is None:
            found.append(item)
        else:
            found[place] = item


def _same(key: str) -> Callable[[Item, Item], bool]:
    return lambda one, other: bool(one.get(key) == other.get(key))


def _is_same_port(one: Item, other: Item) -> bool:
    return one.get("containerPort") == other.get("containerPort") or one.get("name") == other.get("name")
