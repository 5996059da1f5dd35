"""References in a text: `$(NAME)` is the variable's value, `$$` a dollar; any other dollar stands for itself.

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/third_party/forked/golang/expansion/expand.go
"""

from collections.abc import Mapping

from render.kube.references import references, replaced
from render.pods.value import Value, as_written
from render.shape import show

MAX_LENGTH = 131_072
"""Characters of an expanded text: Linux starts no process with a longer variable or argument (MAX_ARG_STRLEN,
https://man7.org/linux/man-pages/man2/execve.2.html). Each variable may be twice as long as the one before it."""


class TooLongError(ValueError):
    """References make a text too long."""


def expanded(text: str, variables: Mapping[str, Value], *, are_all: bool) -> Value:
    """Return a text with its references resolved.

    A reference to no variable stays as it is. Without `are_all` there may be more variables than these, and what refers
    to one of those is not known. Raises TooLongError.
    """
    if "$" not in text:
        return text
    names = {match["name"] for match in references(text)} - {None}
    if any(not isinstance(variables.get(name, "" if are_all else None), str) for name in names):
        return as_written(text)
    values = {name: str(variables[name]) for name in names if name in variables}
    if sum(len(values.get(match["name"], "")) for match in references(text)) > MAX_LENGTH:
        raise TooLongError(f"{show.value(text)} with its references exceeds the limit of {MAX_LENGTH} characters")
    return replaced(text, lambda match: "$" if match[0] == "$$" else values.get(match["name"], match[0]))
