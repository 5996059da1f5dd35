"""The formats that a command can write: each is a file of one package, found by its name."""

from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar

Format = TypeVar("Format")


class Formats(Generic[Format]):
    """The formats of a package, each a module with the same function; they are imported when they are asked for."""

    def __init__(self, package: str, folder: str, function: str) -> None:
        """Take the package's name, its `__file__`, and what its modules call their function."""
        self._package = package
        self._folder = Path(folder).parent
        self._function = function

    def names(self) -> list[str]:
        """Return the formats that there are."""
        return sorted(file.stem for file in self._folder.glob("[!_]*.py"))

    def find(self, name: str) -> Format:
        """Return the format of a name."""
        format_: Format = getattr(import_module(f"{self._package}.{name}"), self._function)
        return format_
