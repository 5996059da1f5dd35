"""The cases of tests/recordings/trainer: what real controllers and a real API server made of TrainJobs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import RECORDINGS
from tests.trainer import comparison

FOLDER = RECORDINGS / "trainer"
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

    def messages(self, kind: str) -> list[str]:
        """Return what the server said: of kind `rejected` or `event`."""
        start = f"# {kind}: "
        return [line.removeprefix(start) for line in self.expected.splitlines() if line.startswith(start)]

    def __str__(self) -> str:
        return f"{self.release}/{self.folder.name}"


def cases() -> list[Case]:
    """Return every case that is there."""
    return [Case(folder) for release in RELEASES for folder in sorted((FOLDER / release).glob("*"))]


def differences(expected: str, actual: Iterable[Any]) -> Iterator[str]:
    """Yield the differences between the objects of a text and objects."""
    want, got = (_by_name(items) for items in (yaml.safe_load_all(expected), actual))
    yield from comparison.differences(want, got)


def _by_name(items: Iterable[Any]) -> dict[str, Any]:
    found = {f"{item['kind']}/{item['metadata']['name']}": comparison.with_defaults(item) for item in items if item}
    for item in found.values():
        if item["kind"] == "Secret":  # the keys are generated
            item["data"] = sorted(item.get("data", {}))
    return found
