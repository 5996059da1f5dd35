"""Compare two sides: the effect on each object, and notes on the runs.

Values of Secrets and probable credentials are hidden.
"""

import re
from collections import Counter
from typing import Any, NamedTuple

from render.diff.changes import ABSENT, FieldChange
from render.diff.effect import Action, Effect, effect_on
from render.diff.object_pairs import pair_objects
from render.diff.path import Item, Part, Path
from render.diff.run_notes import RunNote, Sides, run_notes
from render.diff.side_object import SideObject
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.rules.security._secrets import secret

HIDDEN = "(hidden)"

_WORDS = (
    "access[-_]?key|api[-_]?key|auth|credentials?|pass(?:word|wd|phrase)?|private[-_]?key|secret(?:[-_]?key)?|token"
)
_NAME = re.compile(rf"(?:^|[-_.])(?:{_WORDS})$", re.IGNORECASE)
_OPTION = re.compile(r"--?([A-Za-z][\w.-]*)(=?)(.*)", re.DOTALL)
_INSIDE = re.compile(
    rf"""((?<![A-Za-z0-9])(?:{_WORDS})["']?\s*[=:]\s*|--?(?:[\w.]+[-_.])?(?:{_WORDS})\s+)(["']?)[^\s"';]+""",
    re.IGNORECASE,
)
"""A credential after its name in a text, such as a shell script or a settings file."""


def conceal_credentials(kind: GroupVersionKind, change: FieldChange) -> FieldChange:
    """Return a change with credentials hidden. Missing values stay recognizable."""
    if kind.group_kind == "/Secret" and change.path[:1] in (("data",), ("stringData",)):
        return change._replace(old=_hidden(change.old), new=_hidden(change.new))
    name = _name(change.path)
    return change._replace(old=_concealed(change.old, name), new=_concealed(change.new, name))


def _name(path: Path) -> str:
    """Return the name of a value: its variable or its key."""
    named: list[Part] = [part.value if isinstance(part, Item) else part for part in path if part != "value"]
    return str(named[-1]) if named else ""


def _concealed(value: Any, name: str) -> Any:
    match value:
        case dict():
            called = value.get("name")
            return {
                key: _concealed(item, called if key == "value" and isinstance(called, str) else key)
                for key, item in value.items()
            }
        case list():
            return _words(value, name)
        case str():
            return HIDDEN if _is_credential(name, value) else _INSIDE.sub(rf"\1\2{HIDDEN}", value)
        case _:
            return value


def _words(words: list[Any], name: str) -> list[Any]:
    """Return the items of a list, with the value after a credential option hidden."""
    shown: list[Any] = []
    before = ""
    for word in words:
        match = _OPTION.fullmatch(word) if isinstance(word, str) else None
        if match and match[2]:
            shown.append(f"{word[: match.start(3)]}{_concealed(match[3], match[1])}")
        else:
            shown.append(_concealed(word, before or name))
        before = match[1] if match and not match[2] else ""
    return shown


def _is_credential(name: str, value: str) -> bool:
    return bool(value) and (_NAME.search(name) is not None or secret(name, value) is not None)


def _hidden(value: Any) -> Any:
    if isinstance(value, dict):
        return dict.fromkeys(value, HIDDEN)
    return value if value is ABSENT else HIDDEN


class Comparison(NamedTuple):
    """The result of a comparison, without credentials."""

    effects: tuple[Effect, ...]
    notes: tuple[RunNote, ...]

    @property
    def is_loss(self) -> bool:
        """Return True if a change is rejected or a run ends or loses data."""
        return any(effect.action is Action.REFUSED for effect in self.effects) or any(one.is_loss for one in self.notes)

    @property
    def counts(self) -> dict[Action, int]:
        """Return the number of objects for every action."""
        found = Counter(effect.action for effect in self.effects)
        return {action: found[action] for action in Action}


def compare_sides(
    old: tuple[SideObject, ...], new: tuple[SideObject, ...], schemas: Schemas, *, is_live: bool = False
) -> Comparison:
    """Compare two sets of objects.

    `is_live`: the old objects come from a cluster and include its defaults. Raises OSError, ValueError.
    """
    effects = tuple(effect_on(pair, schemas, is_live=is_live) for pair in pair_objects(old, new))
    shown = tuple(
        one._replace(changes=tuple(conceal_credentials(one.pair.entry.kind, change) for change in one.changes))
        for one in effects
    )
    return Comparison(shown, tuple(run_notes(effects, Sides(old, new))))
