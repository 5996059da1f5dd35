"""Why a fabric writes what it writes: `reasons/NAME.yaml` of the chart, a row for each setting."""

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from render.engine import Chart


@dataclass(frozen=True, slots=True)
class Reason:
    """One setting of a fabric: a variable by its name, anything else with a word that says what it is."""

    setting: str
    why: str
    source: str
    """The address of what it rests on."""
    value: str | None = None
    """What is always written, where there is more to it than that it is there."""
    origin: str | None = None
    """Where the value comes from, where it depends on the spec."""

    @property
    def title(self) -> str:
        """The setting with its value, or with where that comes from."""
        if self.value is not None:
            return f"{self.setting} = {self.value}"
        return f"{self.setting}: {self.origin}" if self.origin else self.setting


def reasons(chart: Chart, fabric: str) -> Iterator[Reason]:
    """Yield the rows of a fabric, its own first. Raises EngineError where the chart can't be read."""
    for row in yaml.safe_load(chart.read(f"reasons/{fabric}.yaml") or "") or ():
        if "shared" in row:
            yield from reasons(chart, row["shared"])
        else:
            yield Reason(row["setting"], row["why"], row["source"], row.get("value"), row.get("from"))
