"""A run in the lab: installed with Helm, watched until it ends, and removed."""

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.lab.lab import FOLDER
from tests.lab.programs import LabError, find_program
from tests.lab.storage import volume_folder

CHART = Path(__file__).parents[2] / "charts" / "training-job"
SMALL = Path(__file__).with_name("small.yaml")
"""The overlay with the sizes of the lab."""
RUN_SECONDS = 300
_JOBSETS = "/apis/jobset.x-k8s.io/v1alpha2/namespaces/default/jobsets"


@dataclass(frozen=True)
class Run:
    """A Helm release of the chart in the namespace `default`."""

    name: str
    server: Server

    def install(self, *values: Path, settings: Mapping[str, Any] | None = None) -> None:
        """Install it. Raises LabError."""
        self._helm("install", self.name, str(CHART), *_options(values, settings))

    def upgrade(self, *options: str, settings: Mapping[str, Any]) -> None:
        """Upgrade it with the values that it has and these. Raises LabError."""
        self._helm("upgrade", self.name, str(CHART), "--reuse-values", *options, *_options((), settings))

    def is_installed(self) -> bool:
        """Return True if there is such a release."""
        try:
            self._helm("status", self.name)
        except LabError:
            return False
        return True

    def test(self) -> str:
        """Run the smoke test (`helm test`), and return the log of its first pod. Raises LabError."""
        self._helm("test", self.name, f"--timeout={RUN_SECONDS}s")
        labels = f"batch.kubernetes.io/job-completion-index%3D0,batch.kubernetes.io/job-name%3D{self.name}-smoke"
        selector = f"labelSelector={labels}"
        [pod] = self.server.get(f"/api/v1/namespaces/default/pods?{selector}").body["items"]
        return self.log(pod["metadata"]["name"], pod["spec"]["containers"][0]["name"])

    def uninstall(self) -> None:
        """Uninstall it, and wait until its pods are gone. Raises LabError."""
        self._helm("uninstall", self.name)
        until(lambda: not self.pods(), RUN_SECONDS, f"the pods of {self.name} stay")

    def wait(self) -> str:
        """Wait until the JobSet ends, and return its terminal state. Raises LabError."""
        until(lambda: bool(self._terminal_state()), RUN_SECONDS, f"{self.name} does not end: {self.status()}")
        return self._terminal_state()

    def complete(self) -> None:
        """Wait until the JobSet completes. Raises LabError with all logs if it fails."""
        state = self.wait()
        if state != "Completed":
            raise LabError("\n".join([f"{self.name} is {state}", *self.logs()]))

    def logs(self) -> Iterator[str]:
        """Yield the lines that its containers printed, each with its pod and container."""
        for pod in self.pods():
            name = pod["metadata"]["name"]
            for container in (*pod["spec"].get("initContainers", []), *pod["spec"]["containers"]):
                for line in self.log(name, container["name"]).splitlines():
                    yield f"{name} {container['name']}: {line}"

    def status(self) -> dict[str, Any]:
        """Return the status of the JobSet, empty where there is none."""
        status: dict[str, Any] = self._jobset().get("status", {})
        return status

    def decides(self, pod: Mapping[str, Any]) -> bool:
        """Return True if the JobSet succeeds with this pod: the nodes of a launcher over ssh do not end alone."""
        targets = self._jobset()["spec"]["successPolicy"]["targetReplicatedJobs"]
        return pod["metadata"]["labels"]["jobset.sigs.k8s.io/replicatedjob-name"] in targets

    def pods(self) -> list[dict[str, Any]]:
        """Return the pods of the JobSet that exist, by name."""
        query = f"labelSelector=jobset.sigs.k8s.io/jobset-name%3D{self.name}"
        pods = self.server.get(f"/api/v1/namespaces/default/pods?{query}").body["items"]
        return sorted(pods, key=lambda pod: str(pod["metadata"]["name"]))

    def counts(self) -> tuple[int, int]:
        """Return its restarts, and those that count towards `maxRestarts`."""
        status = self.status()
        return status.get("restarts", 0), status.get("restartsCountTowardsMax", 0)

    def is_running(self) -> bool:
        """Return True if its pods run, two of them, and none of them is about to end."""
        live = [pod for pod in self.pods() if "deletionTimestamp" not in pod["metadata"]]
        return [pod["status"]["phase"] for pod in live] == ["Running"] * 2

    def wait_until_running(self) -> None:
        """Wait until two pods run. Raises RuntimeError."""
        until(self.is_running, RUN_SECONDS, f"{self.name} does not run")

    def wait_for_restart(self, number: int = 1) -> None:
        """Wait until it has restarted so often. Raises RuntimeError."""
        until(lambda: self.counts()[0] >= number, RUN_SECONDS, f"{self.name} does not restart: {self.status()}")

    def log(self, pod: str, container: str) -> str:
        """Return what a container printed."""
        path = f"/api/v1/namespaces/default/pods/{pod}/log?container={container}"
        return str(self.server.get(path).body["message"])  # what is no JSON

    def volume(self, claim: str) -> Path:
        """Return the folder of a claim."""
        answer = self.server.get(f"/api/v1/namespaces/default/persistentvolumeclaims/{claim}")
        return volume_folder(FOLDER, answer.body["spec"]["volumeName"])

    def _jobset(self) -> dict[str, Any]:
        answer = self.server.get(f"{_JOBSETS}/{self.name}")
        return answer.body if answer.status == 200 else {}

    def _terminal_state(self) -> str:
        return str(self.status().get("terminalState", ""))

    def _helm(self, *arguments: str) -> None:
        command = [find_program("helm"), f"--kubeconfig={FOLDER / 'kubeconfig'}", *arguments]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise LabError(done.stderr.strip())


def _options(values: Sequence[Path], settings: Mapping[str, Any] | None) -> list[str]:
    files = [word for file in values for word in ("-f", str(file))]
    sets = [word for key, value in (settings or {}).items() for word in ("--set-json", f"{key}={json.dumps(value)}")]
    return [*files, *sets]
