"""Values that no report shows: those of Secrets, and what looks like a credential."""

import re
from typing import Any

from render.diff.changes import ABSENT, Change
from render.diff.path import Item, Part, Path
from render.kube.kind import Kind
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
"""A credential behind its name in a text: of a shell, of a file of settings."""


def concealed(kind: Kind, change: Change) -> Change:
    """Return a change without what nobody should read. What is there and what is not can be told still."""
    if kind.group_kind == "/Secret" and change.path[:1] in (("data",), ("stringData",)):
        return change._replace(old=_hidden(change.old), new=_hidden(change.new))
    name = _name(change.path)
    return change._replace(old=_concealed(change.old, name), new=_concealed(change.new, name))


def _name(path: Path) -> str:
    """Return what a value is called by: the variable, of which it is the value, or its key."""
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
    """Return the items of a list: after an option that names a credential comes one."""
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
