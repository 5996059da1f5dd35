"""A list of variables as the map of a spec.

The order of the list decides what `$(NAME)` stands for: a variable before it, and no other. A spec has no order, so
what refers to none is escaped where the run will have a variable of that name.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.kube.references import replaced
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED

_NAME = re.compile(r"[A-Za-z_][-._A-Za-z0-9]*")

Variables = dict[str, Any]
"""By name: a text, or a mapping with `valueFrom`."""


def environment(container: Rest, written: Collection[str], notes: Notes, *, is_inline: bool = False) -> Variables:
    """Take the variables of a container. `written` are the names of those that the run has besides.

    `is_inline` says whether the chart writes them all beside each other, and none into a ConfigMap.
    """
    variables = container.items("env")
    names = [str(variable.data.get("name")) for variable in variables]
    defined = {*written, *names}
    found: Variables = {}
    for position, variable in enumerate(variables):
        name = names[position]
        if not _NAME.fullmatch(name):
            continue
        if name in names[position + 1 :]:
            notes.add(NOT_CARRIED, variable.path, f"`{name}` is set again below, and a spec has each variable once")
            variable.clear()
            continue
        variable.take("name")
        if source := variable.take("valueFrom"):
            found[name] = {"valueFrom": _own(source)}
        else:
            text = variable.take("value", "")
            text_of = escaped if is_inline else literal
            found[name] = text_of(text, names[:position], defined)
            if container.data.get("envFrom") and escaped(text, names[:position], defined) != text:
                notes.add(CARRIED_OTHERWISE, variable.path, f"`{name}` can no longer refer to a variable of `envFrom`")
    return found


def literal(text: str, before: Collection[str], defined: Collection[str]) -> str:
    """Return a variable's text as a spec says it.

    `before` are the names that it may refer to, `defined` those that the run will have. Without `$(` in it, a spec's
    text is taken as it stands.
    """
    kept = escaped(text, before, defined)
    if "$(" in kept:
        return kept
    return kept.replace("$$", "$")


def escaped(text: str, before: Collection[str], defined: Collection[str]) -> str:
    """Return a text in which nothing refers to a variable that it could not refer to where it comes from."""

    def part(match: re.Match[str]) -> str:
        name = match["name"]
        return f"${match[0]}" if name is not None and name in defined and name not in before else match[0]

    return replaced(text, part)


def words(container: Rest, key: str, names: Sequence[str], written: Collection[str]) -> list[str]:
    """Take a command line, whose references are to the container's own variables."""
    return [escaped(word, names, {*names, *written}) for word in container.take(key, [])]


def _own(source: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return where a value comes from; the resources of the container itself need no name."""
    resource = source.get("resourceFieldRef")
    if resource is None:
        return source
    return {**source, "resourceFieldRef": {key: value for key, value in resource.items() if key != "containerName"}}
