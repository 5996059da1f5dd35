"""Reasons for the settings of a fabric: `reasons/NAME.yaml` of the chart, a row for each setting."""

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from render.engine import Chart


@dataclass(frozen=True, slots=True)
class Reason:
    """A setting of a fabric and its reason: the name of a variable, or another setting with a word for its type."""

    setting: str
    why: str
    source: str
    """The URL of its source."""
    value: str | None = None
    """The constant value; None if the value depends on the spec, or only the presence matters."""
    origin: str | None = None
    """The origin of the value if it depends on the spec."""

    @property
    def title(self) -> str:
        """The setting with its value, or with the origin of the value."""
        if self.value is not None:
            return f"{self.setting} = {self.value}"
        return f"{self.setting}: {self.origin}" if self.origin else self.setting


def reasons(chart: Chart, fabric: str) -> Iterator[Reason]:
    """Yield the rows of a fabric, then the shared ones. Raises EngineError if the chart can't be read."""
    for row in yaml.safe_load(chart.read(f"reasons/{fabric}.yaml") or "") or ():
        if "shared" in row:
            yield from reasons(chart, row["shared"])
        else:
            yield Reason(row["setting"], row["why"], row["source"], row.get("value"), row.get("from"))
