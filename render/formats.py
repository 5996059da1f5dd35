"""Output formats of a command: each is a module of one package, found by its name."""

from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar

Format = TypeVar("Format")


class Formats(Generic[Format]):
    """The formats of a package: modules with the same function, imported when they are used."""

    def __init__(self, package: str, folder: str, function: str) -> None:
        """Take the name of the package, its `__file__`, and the name of the function of its modules."""
        self._package = package
        self._folder = Path(folder).parent
        self._function = function

    def names(self) -> list[str]:
        """Return the names of the formats, sorted."""
        return sorted(file.stem for file in self._folder.glob("[!_]*.py"))

    def find(self, name: str) -> Format:
        """Return the function of a format. Raises ModuleNotFoundError."""
        format_: Format = getattr(import_module(f"{self._package}.{name}"), self._function)
        return format_
