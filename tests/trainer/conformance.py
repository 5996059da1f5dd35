"""The cases of ../shared/conformance/trainer: what real controllers and a real API server made of TrainJobs."""

import importlib.util
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

CHECKOUT = Path(__file__).parents[2]
FOLDER = CHECKOUT.parent / "shared" / "conformance" / "trainer"
RELEASES = ("2.1", "2.3")


@dataclass(frozen=True, slots=True)
class Case:
    """One TrainJob with its runtime."""

    folder: Path

    @property
    def release(self) -> str:
        """Return the release of Trainer that said it."""
        return self.folder.parent.name

    @property
    def trainjob(self) -> Path:
        return self.folder / "trainjob.yaml"

    @property
    def runtime(self) -> Path:
        return self.folder / "runtime.yaml"

    @property
    def expected(self) -> str:
        return (self.folder / "expected.yaml").read_text(encoding="utf-8")

    def told(self, kind: str) -> list[str]:
        """Return what the server said: of kind `rejected` or `event`."""
        start = f"# {kind}: "
        return [line.removeprefix(start) for line in self.expected.splitlines() if line.startswith(start)]

    def __str__(self) -> str:
        return f"{self.release}/{self.folder.name}"


def cases() -> list[Case]:
    """Return every case that is there."""
    return [Case(folder) for release in RELEASES for folder in sorted((FOLDER / release).glob("*"))]


def differences(expected: str, actual: Iterable[Any]) -> Iterator[str]:
    """Yield what the comparer of the folder finds between a text and objects."""
    compare = _comparer()
    want, got = (_loaded(compare, items) for items in (yaml.safe_load_all(expected), actual))
    yield from compare.differences(want, got)


def _loaded(compare: ModuleType, items: Iterable[Any]) -> dict[str, Any]:
    found = {f"{item['kind']}/{item['metadata']['name']}": compare.defaults(deepcopy(item)) for item in items if item}
    for item in found.values():
        if item["kind"] == "Secret":  # the keys are generated
            item["data"] = sorted(item.get("data", {}))
    return found


def _comparer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compare", FOLDER / "compare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
