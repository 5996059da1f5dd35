"""References to variables in a text: `$(NAME)`, and `$$` for a dollar, as the kubelet reads them.

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/third_party/forked/golang/expansion/expand.go
"""

import re
from collections.abc import Callable, Iterator

_PART = re.compile(r"\$(?:\$|\((?P<name>[^)]*)\))")
_DOLLAR = re.compile(r"\$\$(?P<name>(?!))?")


def references(text: str) -> Iterator[re.Match[str]]:
    """Yield each reference as a match; its group `name` is None for `$$`.

    Behind the last `)` there are no names: to look for its end from each `$(` would take quadratic time.
    """
    end = text.rfind(")") + 1
    yield from _PART.finditer(text, 0, end)
    yield from _DOLLAR.finditer(text, end)


def replaced(text: str, part: Callable[[re.Match[str]], str]) -> str:
    """Return a text with something else for each of its references."""
    parts: list[str] = []
    end = 0
    for match in references(text):
        parts += (text[end : match.start()], part(match))
        end = match.end()
    return "".join((*parts, text[end:]))
