"""`render.yaml` and the file of `--config`: the settings of checks in a repository.

A `render.yaml` applies to the files of its folder and of all folders below, within one repository. The author of a spec
can write this file, too, so it can't hide findings about secrets nor read outside the repository; `--config FILE` can.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from render.kube.schema_folders import bundled_schemas
from render.problem import Problem, Severity, has_error
from render.rules.codes import unknown_codes
from render.rules.config import Config, covers_secrets
from render.source import STDIN, Document, Node, Read, Text, load_document
from render.source.codes import CONFIG_NOT_TRUSTED

NAME = "render.yaml"
_MARKS = ("render/v1alpha1", "Config")
"""Texts of each file with this name that is ours; other programs have files of this name, too."""

PATHS = ("cluster", "crds", "policies", "values")
"""Keys whose values are paths, relative to the folder of the file."""
_HINT = "write it in a file for `--config`"


class Configuration(NamedTuple):
    """A configuration file. Without one, `document` is None and nothing is set."""

    document: Document | None = None

    @property
    def file(self) -> str | None:
        """The name of the file."""
        return self.document.file if self.document is not None else None

    @property
    def data(self) -> Mapping[str, Any]:
        """The values of the file by key."""
        root = self.document.root if self.document is not None else None
        return root.data if root is not None else {}

    def line(self, key: str) -> int | None:
        """Return the line of a key; None if the file does not set it."""
        node = self.document.find(f"/{key}") if self.document is not None else None
        return node.key[0] if node is not None and node.key is not None else None

    def paths(self, key: str) -> tuple[str, ...]:
        """Return the paths of a key, with the folder of the file."""
        if self.document is None:
            return ()
        value = self.data.get(key, ())
        paths = (value,) if isinstance(value, str) else value
        return tuple(str(Path(self.document.file).parent / path) for path in paths)

    def rules(self, ignored: Sequence[str] = ()) -> Config:
        """Return the selection of findings, with the selectors of `--ignore`."""
        severity = {selector: Severity(weight) for selector, weight in self.data.get("severity", {}).items()}
        ignore = (*self.data.get("ignore", ()), *ignored)
        return Config(tuple(self.data.get("select", ())), ignore, severity, self.paths("policies"))


class Loaded(NamedTuple):
    """A configuration with the problems of its file. If one of them is an error, do not use the configuration."""

    config: Configuration
    problems: Sequence[Problem] = ()
    text: Text | None = None
    """The file, to show the problems in it; None if there is none, or if it is unreadable."""


def find_config(path: str, read: Read) -> Loaded:
    """Load the `render.yaml` that applies to a file or folder: the nearest one above it, within its repository.

    Without a repository, only the one in the folder itself applies. If no file applies, nothing is set. An unreadable
    file is a problem, and so is a link to outside the repository.
    """
    if path == STDIN:
        return Loaded(Configuration())
    folder = Path(path) if Path(path).is_dir() else Path(path).parent
    here = Path(os.path.realpath(folder))
    candidates = [above for above in (here, *here.parents) if (above / NAME).is_file()]
    root = _root_of(here) if candidates else here
    for above in (one for one in candidates if one.is_relative_to(root)):
        shown = str(folder / NAME) if above == here else os.path.relpath(above / NAME)
        loaded = _load_own(shown, root, read)
        if loaded is not None:
            return loaded
    return Loaded(Configuration())


def load_config(text: Text) -> Loaded:
    """Load the file of `--config`."""
    return _check(text, *load_document(text), None)


def _root_of(folder: Path) -> Path:
    """Return the root of the repository of a folder; the folder itself without one."""
    from render.gitops.repository import Repository  # few files have a configuration

    return Repository.root_around(str(folder / NAME), folder)


def _load_own(file: str, root: Path, read: Read) -> Loaded | None:
    """Load a `render.yaml`; None if it belongs to another program."""
    if not Path(os.path.realpath(file)).is_relative_to(root):
        message, hint = "is a link to outside the repository", "copy the file"
        return Loaded(Configuration(), [CONFIG_NOT_TRUSTED.problem(message, hint=hint, file=file)])
    text = read(file)
    if isinstance(text, Problem):
        return Loaded(Configuration(), [text])
    if not all(mark in text.content for mark in _MARKS):
        return None
    document, misread = load_document(text)
    return _check(text, document, misread, root) if _is_own(document) else None


def _is_own(document: Document) -> bool:
    """Return True if a document has our marks, or can't be read as YAML."""
    if document.root is None:
        return True
    data = document.root.data
    return isinstance(data, dict) and (data.get("apiVersion"), data.get("kind")) == _MARKS


def _check(text: Text, document: Document, misread: Sequence[Problem], root: Path | None) -> Loaded:
    """Return the configuration of a document. Its paths may not leave `root`; None for the file of `--config`."""
    from render.spec.check_schema import check_document  # few commands have a configuration

    problems = [*(misread or check_document(document, config_schema()))]
    if document.root is None or misread or has_error(problems):
        return Loaded(Configuration(), problems, text)
    problems += _unknown(document.root, document.file)
    problems += () if root is None else _not_trusted(document, document.root, root)
    return Loaded(Configuration(document), problems, text)


@cache
def config_schema() -> dict[str, Any]:
    """Return the schema of a configuration file."""
    schema: dict[str, Any] = json.loads((bundled_schemas() / "config.json").read_text(encoding="utf-8"))
    return schema


def _unknown(root: Node, file: str) -> Iterator[Problem]:
    for selector, _, node in _selectors(root):
        if problem := unknown_codes(selector, file, node):
            yield problem


def _selectors(root: Node) -> Iterator[tuple[str, str, Any]]:
    """Yield each selector with its key and its place."""
    for key in ("ignore", "select", "severity"):
        for name, node in root.children[key].children.items() if key in root.children else ():
            yield (str(name), key, node.key) if key == "severity" else (str(node.data), key, node.span)


def _not_trusted(document: Document, root: Node, repository: Path) -> Iterator[Problem]:
    """Yield a finding for each setting that a file of the repository may not have."""
    file = document.file
    if (select := root.children.get("select")) is not None:
        message = "`select` leaves out findings about secrets, which a file of the repository may not do"
        yield CONFIG_NOT_TRUSTED.problem(message, hint=_HINT, file=file, span=select.key)
    for selector, key, place in _selectors(root):
        if key != "select" and covers_secrets(selector):
            message = (
                f"`{key}` of `{selector}` covers findings about secrets, which a file of the repository may not change"
            )
            yield CONFIG_NOT_TRUSTED.problem(message, hint=_HINT, file=file, span=place)
    folder = Path(file).parent
    for key in PATHS:
        for node in _leaves(root.children.get(key)):
            written = str(node.data)
            if "\0" in written or not Path(os.path.realpath(folder / written)).is_relative_to(repository):
                yield CONFIG_NOT_TRUSTED.problem(
                    f"`{written}` is outside the repository", hint=_HINT, file=file, span=node.span
                )


def _leaves(node: Node | None) -> Iterator[Node]:
    if node is not None:
        yield from node.children.values() if node.children else (node,)
