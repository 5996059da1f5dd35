"""A pod of a run and the states of its containers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from render.manifests.fields import mapping_at, mappings_at, number_at, text_at, time_at
from render.schema_errors.error import get_path
from render.why.cluster_object import ClusterObject
from render.why.first_failure import FirstFailure, parse_first_failure

INDEX = "batch.kubernetes.io/job-completion-index"
ATTEMPT = "jobset.sigs.k8s.io/restart-attempt"
ROLE = "jobset.sigs.k8s.io/replicatedjob-name"
_ROLES = (ROLE, "training.kubeflow.org/replica-type", "training.kubeflow.org/job-role")


class End(NamedTuple):
    """The end of a container."""

    container: str
    is_init: bool
    code: int
    signal: int
    reason: str
    """`Error`, `OOMKilled`, `StartError`, `Completed` …."""
    message: str
    """The termination message; that of the chart's parent process as lines of text."""
    time: str
    first: FirstFailure | None = None
    """The first process that failed, where the chart's parent process describes it."""

    @property
    def is_failure(self) -> bool:
        """Return True if the container did not end with 0."""
        return self.code != 0


class Wait(NamedTuple):
    """A container that waits."""

    container: str
    is_init: bool
    reason: str
    message: str


@dataclass(frozen=True)
class PodState:
    """A pod."""

    object: ClusterObject

    @property
    def name(self) -> str:
        """The name."""
        return self.object.name

    @property
    def spec(self) -> Mapping[str, Any]:
        """The spec."""
        return mapping_at(self.object.data, "spec")

    @property
    def main(self) -> str:
        """Name of its first container, whose log is the program's; empty without one."""
        return next((text_at(one, "name") for one in mappings_at(self.object.data, "spec", "containers")), "")

    @property
    def phase(self) -> str:
        """`Pending`, `Running`, `Succeeded`, `Failed`, `Unknown`, or empty."""
        return text_at(self.object.data, "status", "phase")

    @property
    def node(self) -> str:
        """Name of its node; empty before it has one."""
        return text_at(self.object.data, "spec", "nodeName")

    @property
    def role(self) -> str:
        """Name of its replicated job or replica type; empty without one."""
        return next((str(self.object.labels[key]) for key in _ROLES if key in self.object.labels), "")

    @property
    def index(self) -> int | None:
        """Its index in the Job; None without one."""
        found = self.object.annotations.get(INDEX, self.object.labels.get(INDEX))
        return int(found) if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 9 else None

    @property
    def attempt(self) -> int:
        """The restart of the JobSet that created it; 0 for the first one."""
        found = self.object.labels.get(ATTEMPT, "0")
        return int(found) if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 9 else 0

    @property
    def has_ended(self) -> bool:
        """Return True if all its containers have ended for good."""
        return self.phase in ("Succeeded", "Failed")

    @property
    def is_ready(self) -> bool:
        """Return True if it runs, and its readiness probes pass."""
        return self.phase == "Running" and self.object.is_true("Ready")

    @cached_property
    def waits(self) -> tuple[Wait, ...]:
        """The containers that wait, init containers first."""
        return tuple(
            Wait(text_at(one, "name"), is_init, text_at(waiting, "reason"), text_at(waiting, "message"))
            for is_init, one in self._statuses()
            if (waiting := get_path(one, ("state", "waiting"))) is not None
        )

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """The last end of each container, init containers first."""
        found = []
        for is_init, one in self._statuses():
            for state in ("state", "lastState"):
                if (end := get_path(one, (state, "terminated"))) is not None:
                    found.append(_end(text_at(one, "name"), end, is_init=is_init))
                    break
        return tuple(found)

    @property
    def failure(self) -> End | None:
        """The first failure of its containers; None without one."""
        failures = [end for end in self.ends if end.is_failure]
        return min(failures, key=lambda end: end.time or "9", default=None)

    @property
    def restarts(self) -> int:
        """Number of restarts of its containers in the same pod."""
        return sum(number_at(one, "restartCount") for _, one in self._statuses())

    @property
    def reason(self) -> str:
        """The reason of the pod's own status: `Evicted`, `NodeLost`, `UnexpectedAdmissionError` …."""
        return text_at(self.object.data, "status", "reason")

    @property
    def message(self) -> str:
        """The message of the pod's own status."""
        return text_at(self.object.data, "status", "message")

    def _statuses(self) -> Iterator[tuple[bool, Mapping[str, Any]]]:
        for key in ("initContainerStatuses", "containerStatuses"):
            yield from ((key.startswith("init"), one) for one in mappings_at(self.object.data, "status", key))


def _end(container: str, data: Any, *, is_init: bool) -> End:
    message = text_at(data, "message")
    first = parse_first_failure(message)
    return End(
        container,
        is_init,
        number_at(data, "exitCode"),
        number_at(data, "signal"),
        text_at(data, "reason"),
        first.text if first is not None else message,
        time_at(data, "finishedAt"),
        first,
    )
