"""What `render doctor` is asked, of which cluster: one file a check, named as it.

`doctor/checks/` has the checks of a spec, `doctor/inventory/` those of a cluster, which have no `spec`.

`objects` make a cluster in which nothing is missing for `spec`, and `finds` says what the check has to tell about it.
`open` are other checks that can't tell of this cluster.
Each of `faults` is that cluster with one thing changed: `cluster` holds, by `Kind/name`, what is merged into an object
(null: it is not there) or a new object; `spec` is merged into the spec; `user` are the rules of the role that the user
has who asks, and who may do everything without them; `bare` is a cluster with Kubernetes' own kinds only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).with_name("doctor")
SOUND = "nothing is missing"
NAMESPACE = "team"

Object = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One question."""

    check: str
    name: str
    spec: Object
    """Empty where the cluster alone is asked about."""
    objects: tuple[Object, ...]
    finds: Object
    """By subject, the verdict and the message."""
    user: list[Object] | None
    open: frozenset[str]
    """Other checks that can't tell whether something is missing."""
    is_bare: bool
    """Whether the cluster serves nothing but Kubernetes' own kinds."""

    @property
    def is_sound(self) -> bool:
        return self.name == SOUND


def cases(package: str) -> Iterator[Case]:
    for file in sorted((FOLDER / package).glob("*.yaml")):
        sound = yaml.safe_load(file.read_text(encoding="utf-8"))
        objects = {label(one): one for one in sound["objects"]}
        for name, fault in {SOUND: sound | {"objects": []}, **sound["faults"]}.items():
            yield Case(
                check=file.stem,
                name=name,
                spec=_merged(sound.get("spec", {}), fault.get("spec", {}) if name != SOUND else {}),
                objects=tuple(_changed(objects, fault.get("cluster", {}))),
                finds=fault["finds"],
                user=fault.get("user"),
                open=frozenset(sound.get("open", ())),
                is_bare=fault.get("bare", False),
            )


def label(one: Object) -> str:
    return f"{one['kind']}/{one['metadata']['name']}"


def _changed(objects: dict[str, Object], changes: dict[str, Object | None]) -> Iterator[Object]:
    for name in (*objects, *(changes.keys() - objects.keys())):
        change = changes.get(name, {})
        if change is not None:
            yield _merged(objects.get(name, {}), change)


def _merged(base: Object, over: Object) -> Object:
    """Return what a JSON merge patch makes of an object (RFC 7396)."""
    merged = {**base}
    for key, value in over.items():
        below = base.get(key)
        merged[key] = _merged(below if isinstance(below, dict) else {}, value) if isinstance(value, dict) else value
    return {key: value for key, value in merged.items() if value is not None}
