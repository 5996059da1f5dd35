"""Imports point one way: each package of `render` imports earlier ones only (CONTRIBUTING.md)."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import render

ORDER = [
    "__version__",
    "lazy_patterns",
    "formats",
    "redaction",
    "problem",
    "terminal",
    "tool",
    "source",
    "engine",
    "process",
    "kube",
    "cluster",
    "schema_errors",
    "log_data",
    "page",
    "manifests",
    "starter",
    "spec",
    "folder",
    "trainer",
    "programs",
    "sweep",
    "gitops",
    "rules",
    "config_file",
    "validation",
    "outputs",
    "pods",
    "local",
    "importers",
    "smoke",
    "hang",
    "doctor",
    "snapshot",
    "image",
    "diff",
    "why",
    "simulation",
    "cli",
    "__main__",
]
SOURCE = Path(render.__file__).parent


def test_every_package_has_its_place() -> None:
    found = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert found - {"__init__"} == set(ORDER) - {"__version__"}


def test_imports_point_to_the_left() -> None:
    assert list(_wrong()) == []


def _wrong() -> Iterator[str]:
    for path in sorted(SOURCE.rglob("*.py")):
        own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if own != "__init__":
            for name in _imported(ast.parse(path.read_text(encoding="utf-8"))):
                if ORDER.index(name) > ORDER.index(own):
                    yield f"{path.relative_to(SOURCE)} imports {name}"


def _imported(module: ast.Module) -> set[str]:
    """Return the packages of `render` that a module imports, wherever it does."""
    return set(chain.from_iterable(map(_names, ast.walk(module))))


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and node.module == "render":
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from _package(node.module or "")
    elif isinstance(node, ast.Import):
        yield from chain.from_iterable(_package(alias.name) for alias in node.names)


def _package(module: str) -> Iterator[str]:
    first, _, rest = module.partition(".")
    if first == "render" and rest:
        yield rest.partition(".")[0]
