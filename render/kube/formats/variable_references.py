"""References to variables in a text, as the kubelet expands them: `$(NAME)`, and `$$` for a dollar.

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/third_party/forked/golang/expansion/expand.go
"""

import re
from collections.abc import Callable, Iterator

_PART = re.compile(r"\$(?:\$|\((?P<name>[^)]*)\))")
_DOLLAR = re.compile(r"\$\$(?P<name>(?!))?")


def find_references(text: str) -> Iterator[re.Match[str]]:
    """Yield each reference as a match; its group `name` is None for `$$`.

    No name is searched for after the last `)`: searching for a `)` from each `$(` would take quadratic time.
    """
    end = text.rfind(")") + 1
    yield from _PART.finditer(text, 0, end)
    yield from _DOLLAR.finditer(text, end)


def replace_references(text: str, part: Callable[[re.Match[str]], str]) -> str:
    """Return a text in which `part` replaces each reference."""
    parts: list[str] = []
    end = 0
    for match in find_references(text):
        parts += (text[end : match.start()], part(match))
        end = match.end()
    return "".join((*parts, text[end:]))
