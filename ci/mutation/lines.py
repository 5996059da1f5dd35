"""The listed mutants: one text of a file replaced by another (lines.yaml)."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import yaml

from ci.mutation.checkout import copied, passes

TABLE = Path(__file__).with_name("lines.yaml")


class Line(NamedTuple):
    """A mutant."""

    file: str
    old: str
    """A text that the file has once."""
    new: str
    tests: tuple[str, ...]
    """What has to fail."""
    why: str = ""
    """Why nothing can notice it, if nothing can."""


def table() -> list[Line]:
    """Return the listed mutants."""
    rows = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return [Line(row["file"], row["old"], row["new"], tuple(row["tests"].split()), row.get("why", "")) for row in rows]


def run(patterns: Sequence[str]) -> int:
    """Try the mutants of files with one of the patterns in their path, print each, and return 1 if one survives."""
    lines = [line for line in table() if not patterns or any(pattern in line.file for pattern in patterns)]
    survived = [line for line, is_killed in _tried(lines) if not is_killed and not line.why]
    print(f"{len(lines) - len(survived)} of {len(lines)} killed or explained")
    return int(bool(survived))


def _tried(lines: Sequence[Line]) -> Iterator[tuple[Line, bool]]:
    with copied() as folder:
        sound: set[tuple[str, ...]] = set()
        for line in lines:
            if line.tests not in sound and not passes(folder, line.tests):
                raise SystemExit(f"ci/mutate: the tests fail before anything is changed: {' '.join(line.tests)}")
            sound.add(line.tests)
            start = perf_counter()
            is_killed = not _passes_with(folder, line)
            verdict = "killed" if is_killed else f"survives ({line.why})" if line.why else "SURVIVES"
            print(f"{verdict}: {line.file}: {line.old!r} -> {line.new!r} ({perf_counter() - start:.0f} s)", flush=True)
            yield line, is_killed


def _passes_with(folder: Path, line: Line) -> bool:
    file = folder / line.file
    text = file.read_text(encoding="utf-8")
    if text.count(line.old) != 1:
        raise SystemExit(f"ci/mutate: {line.file} has {line.old!r} {text.count(line.old)} times, not once")
    file.write_text(text.replace(line.old, line.new), encoding="utf-8")
    try:
        return passes(folder, line.tests)
    finally:
        file.write_text(text, encoding="utf-8")
