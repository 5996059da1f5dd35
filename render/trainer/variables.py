"""The environment variables of a TrainJob, and those that Trainer writes.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/apply/apply.go
"""

from collections.abc import Iterable, Iterator
from typing import Any

from render.manifests.places import Data
from render.trainer.go_types import quantity

INDEX = {"fieldRef": {"fieldPath": "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}
"""Where a variable's value is the number of its pod."""

Variable = dict[str, Any]


def literal(name: str, value: object) -> Variable:
    """Return a variable with a value."""
    return {"name": name, "value": str(value)}


def of_index(name: str) -> Variable:
    """Return a variable with the number of its pod."""
    return {"name": name, "valueFrom": INDEX}


def converted(given: Iterable[Data]) -> Iterator[Variable]:
    """Yield the variables of a TrainJob as Trainer hands them on: with four sources, and not all of their fields."""
    for variable in given:
        source = variable.get("valueFrom")
        if source is None:
            yield literal(variable["name"], variable.get("value") or "")
        else:
            yield {"name": variable["name"], "valueFrom": dict(_source(source))}


def _source(source: Data) -> Iterator[tuple[str, Data]]:
    if field := source.get("fieldRef"):
        yield "fieldRef", {"fieldPath": field["fieldPath"]}
    if field := source.get("resourceFieldRef"):
        named = {"containerName": field.get("containerName") or "", "resource": field["resource"]}
        yield "resourceFieldRef", {**named, "divisor": quantity(field.get("divisor") or "0")}
    for kind in ("configMapKeyRef", "secretKeyRef"):
        if field := source.get(kind):
            optional = {"optional": field["optional"]} if field.get("optional") is not None else {}
            yield kind, {"key": field["key"], "name": field.get("name") or "", **optional}
