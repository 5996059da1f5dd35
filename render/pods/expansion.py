"""References in a text: `$(NAME)` is the variable's value, `$$` a dollar; any other dollar stands for itself.

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/third_party/forked/golang/expansion/expand.go
"""

import re
from collections.abc import Mapping

from render.pods.value import Value, as_written

_PART = re.compile(r"\$(?:\$|\((?P<name>[^)]*)\))")


def expanded(text: str, variables: Mapping[str, Value], *, are_all: bool) -> Value:
    """Return a text with its references resolved.

    A reference to no variable stays as it is. Without `are_all` there may be more variables than these, and what refers
    to one of those is not known.
    """
    if "$" not in text:
        return text
    names = {match["name"] for match in _PART.finditer(text)} - {None}
    if any(not isinstance(variables.get(name, "" if are_all else None), str) for name in names):
        return as_written(text)
    return _PART.sub(lambda match: "$" if match[0] == "$$" else str(variables.get(match["name"], match[0])), text)
