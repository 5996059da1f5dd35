"""The simulation: submit the next run, or end the one that ends next, and see what the control plane makes of it.

Simulated time does not pass while the control plane works: an event comes only when the one before has no more effect.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from render.doctor.cluster_view import NODE
from render.doctor.nodes.node_resources import Load
from render.kube.quantity import amount
from render.manifests.paths import Data
from render.simulation.cluster_objects import cluster_objects, load_of
from render.simulation.control_plane import ControlPlane
from render.simulation.controllers import RunningControllers
from render.simulation.programs import SimulationError
from render.simulation.run_times import RunTimes
from render.simulation.settling import settle, wait
from render.simulation.submission import Submission
from render.simulation.timeline import RunRecord, RunState, Timeline, measure
from render.simulation.volumes import CLAIM, provision
from render.snapshot.view import SnapshotView
from render.why.live import read_cluster
from render.why.object_index import ObjectIndex
from render.why.report import report_on
from render.why.run_search import find_run

MAX_EVENTS = 5000
"""Maximum arrivals and ends."""
_RUN = "jobset.sigs.k8s.io/jobset-name"


class Simulation:
    """One simulation in one control plane."""

    def __init__(
        self, plane: ControlPlane, controllers: RunningControllers, view: SnapshotView, namespace: str, times: RunTimes
    ) -> None:
        """Set what it works with."""
        self._plane, self._controllers, self._view = plane, controllers, view
        self._namespace, self._times = namespace, times
        self._server = plane.server
        self._records: dict[str, RunRecord] = {}
        self._ends: dict[str, float] = {}
        self._pods: list[Data] = []
        self._usage: dict[float, list[Any]] = {}
        self._second = 0
        amounts = [(one["metadata"]["name"], one["status"]["allocatable"]) for one in view.list(NODE)]
        self._room = [
            {"name": name, "amounts": {key: amount(value) or Fraction(0) for key, value in room.items()}}
            for name, room in amounts
        ]

    def run(self, submissions: Sequence[Submission]) -> Timeline:
        """Return the timeline of runs in the order of their arrivals.

        Raises SimulationError, ClusterError.
        """
        self._create_cluster()
        coming = sorted(submissions, key=lambda one: self._times.arrival(one.name))
        self._resources = _resources(coming)
        events = 0
        while coming or self._ends:
            events += 1
            if events > MAX_EVENTS:
                raise SimulationError(f"the simulation has more than the limit of {MAX_EVENTS} events")
            alone = None
            next_end = min(self._ends, key=lambda name: self._ends[name], default=None)
            if next_end is not None and (not coming or self._ends[next_end] <= self._times.arrival(coming[0].name)):
                now = self._ends.pop(next_end)
                self._end(next_end, now)
            else:
                submission = coming.pop(0)
                now = self._times.arrival(submission.name)
                if all(one.state is not RunState.WAITS for one in self._records.values()):
                    alone = submission.name
                self._submit(submission, now)
            self._settle(alone)
            self._observe(now)
        self._explain_rest()
        rows = [row for now in sorted(self._usage) for row in self._usage[now]]
        return Timeline(self._server.client.version(), [*self._records.values()], rows, tuple(self._notes()))

    def _create_cluster(self) -> None:
        own = self._controllers.cluster_objects(self._view)
        for item in (*cluster_objects(self._view, self._namespace), *own):
            answer = self._server.create(item)
            if answer.reason == "AlreadyExists":  # such as Volcano's queue `default`
                answer = self._server.merge(item, {"spec": item["spec"]})
            if answer.is_refusal:
                name = f"{item['kind']} `{item['metadata']['name']}`"
                raise SimulationError(f"the {name} of the cluster is rejected: {answer.message}")
        settle(self._plane, self._controllers.pending)

    def _submit(self, submission: Submission, now: float) -> None:
        """Create the objects of a run, in a second of its own: creation times, which decide ties, have seconds."""
        while int(time.time()) <= self._second:
            time.sleep(0.02)
        record = self._records[submission.name] = RunRecord(submission.name, submission.pods, now)
        for item in self._with_volumes(submission):
            answer = self._server.create(item, self._namespace)
            if answer.is_refusal:
                record.state = RunState.REJECTED
                record.reason = f"{item['kind']} `{item['metadata']['name']}`: {answer.message}"
                break
        self._second = int(time.time())

    def _with_volumes(self, submission: Submission) -> Iterator[Mapping[str, Any]]:
        for item in submission.objects:
            if item["kind"] == CLAIM.name:
                yield from provision(item, self._namespace, self._view)
            else:
                yield item

    def _end(self, name: str, now: float) -> None:
        """Let the program of a run exit with 0 on all of its nodes."""
        record = self._records[name]
        record.state = RunState.ENDED
        record.ends.append(now)
        for pod in self._pods_of(name):
            self._server.merge(
                {**pod, "apiVersion": "v1", "kind": "Pod"}, {"metadata": {"annotations": {"exit-code": "0"}}}
            )
        wait(lambda: not self._list_pods(name), f"`{name}` does not end")

    def _settle(self, alone: str | None) -> None:
        """Wait until the control plane is quiet.

        `alone` is a run that arrived while no other one waits: when its pods run, nothing else can start.
        """

        def is_started() -> bool:
            return alone is not None and self._running(alone) >= self._records[alone].pods

        settle(self._plane, self._controllers.pending, is_started)

    def _observe(self, now: float) -> None:
        """Note which runs have started or lost their pods, and what the nodes are used for."""
        self._pods = self._list_pods()
        for record in self._records.values():
            if record.state in (RunState.ENDED, RunState.REJECTED):
                continue
            pods = self._pods_of(record.name)
            record.started_pods = sum(pod["status"].get("phase") == "Running" for pod in pods)
            if record.state is RunState.WAITS and record.started_pods >= record.pods:
                self._start(record, now)
            elif record.state is RunState.RUNS and record.started_pods < record.pods:
                record.state = RunState.WAITS
                record.ends.append(now)
                self._ends.pop(record.name, None)
            if record.state is RunState.WAITS and not record.starts and not record.first_reason:
                record.first_reason = self._reason(record.name)
        used: dict[str, dict[str, Fraction]] = {name: dict(own) for name, own in load_of(self._view).items()}
        for name, own in Load.of(self._pods).now.items():
            for resource, value in own.items():
                used.setdefault(name, {})[resource] = used.get(name, {}).get(resource, Fraction(0)) + value
        self._usage[now] = measure(now, self._resources, self._room, used)

    def _running(self, name: str) -> int:
        """Return the number of pods of a run that run."""
        return sum(pod["status"].get("phase") == "Running" for pod in self._list_pods(name))

    def _start(self, record: RunRecord, now: float) -> None:
        record.state = RunState.RUNS
        record.starts.append(now)
        if record.place is None:
            record.place = 1 + sum(one.place is not None for one in self._records.values())
        duration = self._times.duration(record.name)
        if duration is not None:
            self._ends[record.name] = now + duration

    def _explain_rest(self) -> None:
        waiting = [record for record in self._records.values() if record.state is RunState.WAITS]
        index = read_cluster(self._server.renew_client(), self._namespace) if waiting else None
        for record in waiting:
            record.reason = self._reason(record.name, index)

    def _reason(self, name: str, index: ObjectIndex | None = None) -> str:
        """Return why a run does not run, as `render why` says it. Without `index`, the objects are read again."""
        objects = index or read_cluster(self._server.renew_client(), self._namespace)
        found = report_on(find_run(objects, name, self._namespace))
        return found.blockers[0].sentence if found.blockers else found.sentence

    def _pods_of(self, name: str) -> list[Data]:
        return [pod for pod in self._pods if pod["metadata"].get("labels", {}).get(_RUN) == name]

    def _list_pods(self, name: str | None = None) -> list[Data]:
        """Return the pods of all runs, or of one, that have not ended and are not about to."""
        selector = _RUN if name is None else f"{_RUN}={name}"
        found = self._server.pods(self._namespace, selector)
        phases = ("Succeeded", "Failed")
        return [
            pod
            for pod in found
            if pod["status"].get("phase") not in phases and "deletionTimestamp" not in pod["metadata"]
        ]

    def _notes(self) -> list[str]:
        notes = []
        if self._times.durations is None:
            notes.append("no durations are given, so no run ends (`--durations`)")
        version = self._server.client.version()
        if not version.removeprefix("v").startswith(f"{self._view.minor}."):
            notes.append(f"the cluster has Kubernetes {self._view.version}, and the simulation {version}")
        if load_of(self._view):
            notes.append("pods of the snapshot hold their nodes, and its runs their quota, until the end")
        return notes


def _resources(submissions: Sequence[Submission]) -> list[str]:
    """Return the devices that runs request, or `cpu` if there are none."""
    names = {
        name
        for run in submissions
        for job in run.jobset["spec"]["replicatedJobs"]
        for container in job["template"]["spec"]["template"]["spec"]["containers"]
        for name in container.get("resources", {}).get("limits", {})
        if "/" in name
    }
    return sorted(names) or ["cpu"]
