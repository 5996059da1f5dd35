"""Imports without the compilation of patterns: click, PyYAML and what they import define 60, and a command uses few."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_compile = re.compile


class LazyPattern:
    """A regular expression that is compiled when it is used. An invalid one raises re.error then."""

    def __init__(self, pattern: Any, flags: int = 0) -> None:
        """Take the arguments of `re.compile`."""
        self._arguments = pattern, flags

    def __getattr__(self, name: str) -> Any:
        """Return a method or an attribute of the compiled pattern, and keep it."""
        value = getattr(_compile(*self._arguments), name)
        setattr(self, name, value)
        return value


@contextmanager
def lazy_patterns() -> Iterator[None]:
    """Let modules that are imported in this context define patterns that are compiled at their first use.

    Only for modules of other projects, in which we can't change how they are defined.
    """
    vars(re)["compile"] = LazyPattern
    try:
        yield
    finally:
        vars(re)["compile"] = _compile
