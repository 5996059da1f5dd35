"""References in a text: `$(NAME)` is the variable's value, `$$` a dollar; any other dollar stands for itself.

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/third_party/forked/golang/expansion/expand.go
"""

import re
from collections.abc import Mapping

from render.pods.value import Value, as_written
from render.shape import show

MAX_LENGTH = 131_072
"""Characters of an expanded text: Linux starts no process with a longer variable or argument (MAX_ARG_STRLEN,
https://man7.org/linux/man-pages/man2/execve.2.html). Each variable may be twice as long as the one before it."""


class TooLongError(ValueError):
    """References make a text too long."""


_PART = re.compile(r"\$(?:\$|\((?P<name>[^)]*)\))")


def expanded(text: str, variables: Mapping[str, Value], *, are_all: bool) -> Value:
    """Return a text with its references resolved.

    A reference to no variable stays as it is. Without `are_all` there may be more variables than these, and what refers
    to one of those is not known. Raises TooLongError.
    """
    if "$" not in text:
        return text
    names = {match["name"] for match in _PART.finditer(text)} - {None}
    if any(not isinstance(variables.get(name, "" if are_all else None), str) for name in names):
        return as_written(text)
    parts: list[str] = []
    end = length = 0
    for match in _PART.finditer(text):
        value = "$" if match[0] == "$$" else str(variables.get(match["name"], match[0]))
        parts += (text[end : match.start()], value)
        end, length = match.end(), length + len(value)
        if length > MAX_LENGTH:
            raise TooLongError(f"{show.value(text)} with its references exceeds the limit of {MAX_LENGTH} characters")
    return "".join((*parts, text[end:]))
