"""Specs that hold every field that the schema knows, each text with a mark of its own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.schema import BUNDLE, VALIDATOR, Place, Schema, effective, is_quantity, types

MARK = re.compile(r"((?:/|HugePages-|example\.com/)?mark[0-9]+x(?:://a)?)(?:\$\(A\))?")
QUANTITY = "1"
"""Stands for every quantity, for requests and limits must fit each other."""

VOLUMES = ("storage", "volumes")
ABOUT_A_VOLUME = frozenset(["name", "mountPath", "subPath", "readOnly"])

BASE_PINS: Mapping[Place, Any] = {
    ("apiVersion",): "render/v1alpha1",
    ("kind",): "TrainingJob",
    ("numProcPerNode",): 8,
    ("elastic",): None,
    ("topology", "level"): "topology.example.com/block",
    ("topology", "slice"): None,
    ("volcano", "networkTopology", "highestTierAllowed"): None,
    ("network", "fabric"): "roce",
    ("network", "machineType"): None,
    ("network", "policy"): False,
    ("container", "securityContext", "privileged"): False,
    ("container", "securityContext", "runAsUser"): 1000,
    ("pod", "dnsPolicy"): "ClusterFirstWithHostNet",
    ("pod", "hostIPC"): False,
    ("pod", "terminationGracePeriodSeconds"): 30,
    ("smokeTest", "mode"): "with",
}


@dataclass
class Full:
    """A spec with every field. Pins say what stands at a place (map keys and list positions in it) instead."""

    pins: Mapping[Place, Any]
    spec: dict[str, Any] = field(init=False)
    marks: dict[Place, str] = field(init=False, default_factory=dict)
    """The text at each place that holds one of its own."""

    def __post_init__(self) -> None:
        """Walk the schema."""
        self.spec = self._value(BUNDLE, ())

    def _value(self, schema: Schema, place: Place) -> Any:
        schema = effective(schema)
        if place in (pins := {**BASE_PINS, **self.pins}):
            return pins[place]
        if "enum" in schema:
            return schema["enum"][0]
        kinds = types(schema)
        if "object" in kinds:
            return self._mapping(schema, place)
        if "array" in kinds:
            return self._list(schema, place)
        return self._scalar(schema, kinds, place)

    def _scalar(self, schema: Schema, kinds: frozenset[str], place: Place) -> Any:
        if is_quantity(schema):
            return QUANTITY
        if "string" in kinds:
            return self._text(schema, place)
        return schema["minimum"] if kinds & {"integer", "number"} else True

    def _mapping(self, schema: Schema, place: Place) -> dict[str, Any]:
        found = {name: self._value(child, (*place, name)) for name, child in schema.get("properties", {}).items()}
        free = schema.get("additionalProperties")
        if not isinstance(free, dict):
            return found
        if types(effective(free)) >= {"string", "object"}:
            found["TEXT"] = self._text(free, (*place, "TEXT"))
        name = "key" if re.search(schema.get("propertyNames", {}).get("pattern", ""), "key") else "/key"
        return {**found, name: self._value(free, (*place, name))}

    def _list(self, schema: Schema, place: Place) -> list[Any]:
        if place == VOLUMES:
            return self._volumes(schema["items"])
        return [self._value(schema["items"], (*place, str(i))) for i in range(schema.get("minItems", 1))]

    def _volumes(self, volume: Schema) -> list[Any]:
        """Return one volume for each source, for a volume has only one."""
        sources = [name for name in volume["properties"] if name not in ABOUT_A_VOLUME]
        return [
            {
                name: self._value(child, (*VOLUMES, str(position), name))
                for name, child in volume["properties"].items()
                if name in ABOUT_A_VOLUME or name == source
            }
            for position, source in enumerate(sources)
        ]

    def _text(self, schema: Schema, place: Place) -> str:
        pattern = schema.get("pattern", "")
        mark = f"mark{len(self.marks)}x"
        candidates = (mark, f"/{mark}", f"{mark}://a", f"HugePages-{mark}", f"example.com/{mark}")
        self.marks[place] = next(text for text in candidates if re.search(pattern, text))
        return self.marks[place]


def replaced(value: Any, texts: Mapping[Place, str], place: Place = ()) -> Any:
    """Return a value with other texts at some places."""
    if isinstance(value, dict):
        return {key: replaced(child, texts, (*place, key)) for key, child in value.items()}
    if isinstance(value, list):
        return [replaced(child, texts, (*place, str(position))) for position, child in enumerate(value)]
    return texts.get(place, value)


def refused_places(spec: Mapping[str, Any]) -> set[Place]:
    """Return the places that the schema refuses, told by another validator than Helm's."""
    return {tuple(str(step) for step in error.instance_path) for error in VALIDATOR.iter_errors(spec)}


def substituted(documents: Any, texts: Mapping[str, str]) -> Any:
    """Return documents with every mark in them, wherever it stands, exchanged for a text."""
    if isinstance(documents, dict):
        return {substituted(key, texts): substituted(child, texts) for key, child in documents.items()}
    if isinstance(documents, list):
        return [substituted(child, texts) for child in documents]
    if isinstance(documents, str):
        return MARK.sub(lambda match: _text_of(match, texts), documents)
    return documents


def _text_of(match: re.Match[str], texts: Mapping[str, str]) -> str:
    """The text for a mark; a slash before it may be part of the mark, or of what is around it."""
    mark = match[1]
    if mark not in texts and mark.removeprefix("/") in texts:
        return f"/{texts[mark.removeprefix('/')]}"
    return texts.get(mark, match[0])
