"""Files of `render simulate`: when each run arrives, and how long it trains."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from render.kube.schema_folders import bundled_schemas
from render.problem import Problem, has_error
from render.simulation.programs import SimulationError
from render.source import Text, load_document
from render.spec.check_schema import check_document


class RunTimes(NamedTuple):
    """The times of all runs in seconds."""

    arrivals: Mapping[str, float] | None = None
    """By name; all at 0, in the order of the specs, without a file."""
    durations: Mapping[str, float] | None = None
    """By name; None without a file: nothing ends."""
    default: float | None = None
    """Duration of the runs that the file does not name; None if they do not end."""

    def arrival(self, name: str) -> float:
        """Return when a run arrives."""
        return 0.0 if self.arrivals is None else self.arrivals[name]

    def duration(self, name: str) -> float | None:
        """Return how long a run trains; None if it does not end."""
        return (self.durations or {}).get(name, self.default)


@cache
def run_times_schema(name: str) -> dict[str, Any]:
    """Return the schema of `arrivals` or `durations`."""
    schema: dict[str, Any] = json.loads((bundled_schemas() / f"{name}.json").read_text(encoding="utf-8"))
    return schema


def load_run_times(name: str, text: Text) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Return the content of a file of `arrivals` or `durations`, and its problems; with an error no content."""
    document, misread = load_document(text)
    problems = [*misread] or [*check_document(document, run_times_schema(name))]
    if document.root is None or has_error(problems):
        return None, problems
    return document.root.data, problems


def times_of(arrivals: Mapping[str, Any] | None, durations: Mapping[str, Any] | None, names: Sequence[str]) -> RunTimes:
    """Return the times that both files have for these runs. Raises SimulationError if names do not match."""
    coming = None if arrivals is None else _seconds("--arrivals", arrivals, names)
    if coming is not None and (lacking := [name for name in names if name not in coming]):
        raise SimulationError(f"`--arrivals` has no run `{lacking[0]}`", "name each run of the specs once")
    if durations is None:
        return RunTimes(coming)
    return RunTimes(coming, _seconds("--durations", durations, names), durations.get("default"))


def _seconds(option: str, content: Mapping[str, Any], names: Sequence[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for row in content.get("runs", ()):
        if row["name"] not in names:
            raise SimulationError(f"`{option}` names the run `{row['name']}`, which no spec has")
        if row["name"] in found:
            raise SimulationError(f"`{option}` names the run `{row['name']}` twice")
        found[row["name"]] = row["seconds"]
    return found
