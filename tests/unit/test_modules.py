"""Names of modules, functions, classes and variables, and sizes of modules. CONTRIBUTING has the rules in words."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import CHECKOUT
from tests.unit.test_plugins import PLUGINS

PACKAGE = CHECKOUT / "render"
PARTICIPLES = re.compile(
    r"(?<!fe)(?<!spe)(?<!se)(?<!ne)ed$|^(made|told|given|known|written|shown|once|ahead|alone|beside|apart|together|twins)$"
)
NOUNS = {"embedded"}
"""`--engine embedded` names it."""
SHORTEST, LONGEST = 25, 230

PRIVATE = re.compile("^(anew|beside|judged?|judges|laid|nobody|somebody|stranger|told|untold)$")
WORDS = re.compile(f"{PRIVATE.pattern}|^(asks?|asked|caller|given|made|meant|mend|mended|says?|said|tells?|twin)$")
"""Words that no name has: `error`, `message`, `request`, `checker` or `suggestion` say what is in a variable."""
FOLDERS = ("render", "charts/training-job/files", "ci", "tests")


class Name(NamedTuple):
    """A name that a file defines, and its line."""

    text: str
    line: int
    is_function: bool

    @property
    def words(self) -> set[str]:
        """The words of the name, in lower case."""
        return set(re.sub("([a-z])([A-Z])", r"\1_\2", self.text).lower().split("_"))


@cache
def modules() -> dict[str, Path]:
    """The modules outside of the rules, by dotted name; a package's `__init__` has the package's name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(CHECKOUT).with_suffix("").parts
        if not (parts[1] == "rules" and len(parts) > 3):
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


def is_plugin(name: str) -> bool:
    """A module that is found by its folder, however short it is."""
    folder = modules()[name].parent.relative_to(PACKAGE).as_posix()
    return folder in PLUGINS


@cache
def importers() -> dict[str, set[str]]:
    found = defaultdict(set)
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(CHECKOUT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    found[inner if inner in modules() else node.module].add(name)
    return found


def public_names(name: str) -> Iterator[str]:
    for node in tree(name).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def defined_names(path: Path) -> Iterator[Name]:
    """Yield the names of functions, classes, parameters, variables and attributes that a file defines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                yield Name(node.name, node.lineno, is_function=True)
            case ast.arg():
                yield Name(node.arg, node.lineno, is_function=False)
            case ast.Name(ctx=ast.Store()):
                yield Name(node.id, node.lineno, is_function=False)
            case ast.Attribute(ctx=ast.Store()):
                yield Name(node.attr, node.lineno, is_function=False)


def is_private(path: Path, name: Name) -> bool:
    """Return True if a name has a word that we don't use. In tests only names of functions and classes count."""
    is_test = "tests" in path.relative_to(CHECKOUT).parts
    words = PRIVATE if is_test and name.text.startswith("test_") else WORDS
    return (name.is_function or not is_test) and any(map(words.match, name.words))


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_are_words_of_the_field(folder: str) -> None:
    found = [
        f"{path.relative_to(CHECKOUT)}:{name.line}: `{name.text}`"
        for path in sorted((CHECKOUT / folder).rglob("*.py"))
        for name in defined_names(path)
        if is_private(path, name)
    ]
    assert found == []


@pytest.mark.parametrize("name", modules())
def test_a_module_is_named_by_a_noun_or_a_verb(name: str) -> None:
    stem = name.rpartition(".")[2].lstrip("_")
    assert stem in NOUNS or not PARTICIPLES.search(stem), f"name `{name}` after what it holds or does"


def test_a_short_module_has_several_importers() -> None:
    """A short module with one importer belongs into that importer."""
    lonely = {
        name
        for name, path in modules().items()
        if path.name != "__init__.py"
        and len(path.read_text(encoding="utf-8").splitlines()) < SHORTEST
        and len(importers().get(name, ())) == 1
        and not is_plugin(name)
    }
    assert lonely == set()


def test_a_long_module_is_two_concepts() -> None:
    long = {
        name: size for name, path in modules().items() if (size := len(path.read_text("utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_a_public_name_means_one_thing() -> None:
    """No two modules define the same public function or class, except the Protocols of plug-ins and commands."""
    found = defaultdict(set)
    for name in modules():
        if not is_plugin(name) and name not in ("render.__main__", "render.cli") and not name.startswith("render.cli."):
            for public in public_names(name):
                found[public].add(name)
    assert {public: sorted(names) for public, names in found.items() if len(names) > 1} == {}
