"""Variables that contradict `network.fabric`, as listed by the chart, which rejects them in `env`."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from render.engine.chart import Chart


class Contradiction(NamedTuple):
    """A variable that turns a fabric off."""

    name: re.Pattern[str]
    value: re.Pattern[str]
    is_allowed: bool
    """Whether `value` matches the allowed values instead of the wrong ones."""
    effect: str

    def holds(self, name: str, value: str) -> bool:
        """Return whether a variable contradicts the fabric."""
        return bool(self.name.search(name)) and bool(self.value.search(value)) is not self.is_allowed


@cache
def contradictions(fabric: str) -> tuple[Contradiction, ...]:
    """Return the variables that contradict a fabric."""
    file = Chart.bundled().path / "files" / "contradictions.json"
    return tuple(_read(json.loads(file.read_text(encoding="utf-8"))["rows"], fabric))


def _read(rows: list[dict[str, str]], fabric: str) -> Iterator[Contradiction]:
    for row in rows:
        if fabric in row["fabrics"]:
            value = re.compile(row["value"] if "value" in row else row["unless"])
            yield Contradiction(re.compile(row["name"]), value, "unless" in row, row["effect"])
