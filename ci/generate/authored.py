"""Read the authored schemas of a folder into one tree: sections inlined, plug-ins expanded."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

KUBERNETES_FILE = "kubernetes.json"


@dataclass(frozen=True)
class PlugIn:
    """One value of a discriminator (a launcher, a scheduler): the file `FAMILY/NAME.json`."""

    name: str
    schema: Schema

    @property
    def summary(self) -> str:
        """The first sentence of its description."""
        sentence, stop, _ = str(self.schema["description"]).partition(". ")
        return sentence + stop.strip()

    @property
    def has_options(self) -> bool:
        """Whether a block of its name exists in the spec."""
        return bool(self.schema["properties"])


def load_spec(folder: Path) -> Schema:
    """Return the whole authored spec; what it refers to of Kubernetes stays `#/definitions/TYPE`."""
    return _load(folder, "spec.json")


def load_plug_ins(folder: Path, family: str) -> list[PlugIn]:
    """Return the plug-ins of a family (`launchers`, `schedulers`), sorted by name."""
    files = sorted((folder / family).glob("*.json"))
    return [PlugIn(file.stem, _load(folder, f"{family}/{file.name}")) for file in files]


def _load(folder: Path, file: str) -> Schema:
    schema: Schema = _inline(folder, json.loads((folder / file).read_text(encoding="utf-8")))
    return schema


def _inline(folder: Path, node: Any) -> Any:
    match node:
        case {"$ref": str(target), **own}:
            return {"$ref": target.removeprefix(KUBERNETES_FILE)} if "#" in target else _load(folder, target) | own
        case dict():
            inlined = {key: _inline(folder, value) for key, value in node.items()}
            return _with_plug_ins(folder, inlined) if isinstance(node.get("properties"), dict) else inlined
        case list():
            return [_inline(folder, value) for value in node]
        case _:
            return node


def _with_plug_ins(folder: Path, schema: Schema) -> Schema:
    properties: Schema = {}
    for name, declared in schema["properties"].items():
        if "x-plugins" not in declared:
            _add(properties, name, declared)
            continue
        plug_ins = load_plug_ins(folder, declared["x-plugins"])
        _add(properties, name, _discriminator(declared, plug_ins))
        for plug_in in plug_ins:
            if plug_in.has_options:
                _add(properties, plug_in.name, plug_in.schema)
    return {**schema, "properties": properties}


def _add(properties: Schema, name: str, schema: Schema) -> None:
    if name in properties:
        raise ValueError(f"two properties are named `{name}`: rename the plug-in's file")
    properties[name] = schema


def _discriminator(declared: Schema, plug_ins: list[PlugIn]) -> Schema:
    values = "\n".join(f"- `{plug_in.name}`: {plug_in.summary}" for plug_in in plug_ins)
    kept = {key: value for key, value in declared.items() if key != "x-plugins"}
    return {
        **kept,
        "description": f"{declared['description']}\n{values}",
        "enum": [plug_in.name for plug_in in plug_ins],
    }
