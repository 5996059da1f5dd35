"""The report about a run: its state, the explanations in the order in which they block it, and what is unknown."""

from collections.abc import Iterator
from dataclasses import dataclass

from render.manifests.fields import mappings_at, text_at, texts_at
from render.why.explanation import Explanation, clean, quote_all
from render.why.registry import Area, Cause, cause_areas
from render.why.state import State
from render.why.training_run import TrainingRun

_PRESENT = frozenset(["hang", "network", "node"])
"""Areas whose causes hold up a run whose pods run."""

MAX_EXPLANATIONS = 10
"""Maximum explanations of one report."""


@dataclass(frozen=True)
class Report:
    """The answer about one run."""

    run: TrainingRun
    state: State
    blockers: tuple[Explanation, ...]
    """Why it does not run now, or why it failed; the first one blocks first."""
    past: tuple[Explanation, ...]
    """Why earlier attempts failed."""
    unknown: tuple[str, ...]
    """Kinds and files that could not be read."""

    @property
    def is_healthy(self) -> bool:
        """Return True if the run runs or has ended well."""
        return self.state in (State.RUNS, State.COMPLETE) and not self.blockers

    @property
    def is_explained(self) -> bool:
        """Return True if the state of the run has an explanation or needs none."""
        return self.is_healthy or bool(self.blockers)

    @property
    def sentence(self) -> str:
        """The first line."""
        subject = clean(self.run.label)
        if self.blockers:
            return f"{subject} {self._verb}: {self.blockers[0].sentence}"
        if self.is_healthy:
            return f"{subject} {self.state}{_health(self.run)}"
        return f"{subject} {self.state}, and no cause that render knows explains it"

    @property
    def _verb(self) -> str:
        """The state; a run whose pods run, but which is blocked, makes no progress."""
        return State.STALLS if self.state in (State.RUNS, State.COMPLETE) else self.state


def report_on(run: TrainingRun) -> Report:
    """Return the report about a run."""
    present: list[Explanation] = []
    past: list[Explanation] = []
    for area, explanations in _all_explanations(run):
        (past if _is_past(area, run) else present).extend(explanations)
    return Report(
        run,
        run.state,
        tuple(present[:MAX_EXPLANATIONS]),
        tuple(sorted(past, key=lambda one: one.time, reverse=True)[:MAX_EXPLANATIONS]),
        tuple(run.index.unread),
    )


def _all_explanations(run: TrainingRun) -> Iterator[tuple[Area, list[Explanation]]]:
    """Yield the explanations of each area that applies, without general ones of a failure with a special one."""
    found = [(area, _explanations(area, run)) for area in cause_areas() if not (area.is_gate and run.has_ended)]
    failures = [rows for area, rows in found if not (area.is_gate or area.name == "end")]
    special = min((cause.generality for rows in failures for cause, _ in rows), default=0)
    for area, rows in found:
        yield area, [one for cause, one in rows if cause.generality <= special]


def _explanations(area: Area, run: TrainingRun) -> list[tuple[Cause, Explanation]]:
    """Return the explanations of an area with their causes, the earliest first."""
    rows = [(cause, one._replace(cause=cause.name, area=area.name)) for cause in area.causes for one in cause.find(run)]
    return sorted(rows, key=lambda row: (row[1].time or "9", row[1].cause))


def _is_past(area: Area, run: TrainingRun) -> bool:
    """Return True for the failures that a run has left behind: it runs again, has completed, or waits in a queue; and
    for a failed delivery of a change."""
    if area.is_gate:
        return area.name == "delivery" and run.state in (State.RUNS, State.COMPLETE)
    return run.state in (State.RUNS, State.COMPLETE, State.SUSPENDED) and area.name not in _PRESENT


def _health(run: TrainingRun) -> str:
    """Return since when a run runs, on how many nodes, and how often it was restarted."""
    if run.state is State.COMPLETE:
        ends = [one.time for owner in run.owners for one in owner.conditions() if one.is_true]
        words = (f" at {max(ends)}" if any(ends) else "") + _by_policy(run)
    else:
        nodes = len({pod.node for pod in run.live_pods if pod.node})
        since = max((pod.object.created for pod in run.live_pods), default="")
        words = f": {_count(len(run.live_pods), 'pod')} on {_count(nodes, 'node')}" + (
            f" since {since}" if since else ""
        )
    return words + (f", after {_count(run.attempt, 'restart')}" if run.attempt else "")


def _by_policy(run: TrainingRun) -> str:
    """Return which jobs ended the run, where its success policy does not wait for all of them.

    Source: https://jobset.sigs.k8s.io/docs/concepts/#success-policy
    """
    jobset = run.jobset
    if jobset is None:
        return ""
    names = [text_at(one, "name") for one in mappings_at(jobset.data, "spec", "replicatedJobs")]
    targets = texts_at(jobset.data, "spec", "successPolicy", "targetReplicatedJobs") or names
    is_any = text_at(jobset.data, "spec", "successPolicy", "operator") == "Any"
    if not is_any and set(names) <= set(targets):
        return ""
    which = f"one job of {quote_all(targets)}" if is_any else f"the jobs of {quote_all(targets)}"
    return f": {which} ended well, and its success policy waits for no other"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
