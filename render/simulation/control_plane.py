"""Kubernetes' control plane as private processes: loopback, a token of its own, gone with this process."""

import json
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from render.simulation.api_server import ApiServer
from render.simulation.programs import Programs, free_ports

PROGRAMS = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok")
_STAGES = Path(__file__).with_name("stages.yaml")
# Without the controller of nodes, which takes those for dead that send no heartbeat.
_CONTROLLERS = ",".join(
    f"{name}-controller"
    for name in ("garbage-collector", "job", "persistentvolume-binder", "resourcequota", "serviceaccount")
)
_RATES = {"qps": 1000, "burst": 1000}
_PENDING = (
    'scheduler_pending_pods{queue="active"}',
    'scheduler_pending_pods{queue="backoff"}',
    # Pods that wait for the others of their gang, too.
    'scheduler_goroutines{operation="binding"}',
)
"""Metrics of pods that a kube-scheduler has yet to try or to bind.
Source: https://kubernetes.io/docs/reference/instrumentation/metrics/"""


class Features(NamedTuple):
    """Parts of Kubernetes that are off by default."""

    gates: tuple[str, ...] = ()
    """Feature gates of all programs."""
    apis: tuple[str, ...] = ()
    """Versions of API groups, such as `scheduling.k8s.io/v1alpha2`."""


class ControlPlane:
    """A control plane that runs."""

    def __init__(self, programs: Programs, binaries: Mapping[str, Path], features: Features) -> None:
        """Start it. Raises SimulationError, OSError."""
        self.programs = programs
        self._features = features
        folder = programs.folder
        self.key, self.certificate = folder / "apiserver.key", folder / "apiserver.crt"
        port, self._scheduler_port = free_ports(2)
        self.server = ApiServer(port, self.certificate, secrets.token_hex())
        self.kubeconfig = folder / "kubeconfig"
        self._write("tokens.csv", f"{self.server.token},admin,admin,system:masters\n")
        self._write("kubeconfig", json.dumps(_kubeconfig(self.server)))
        self._write("scheduler.json", json.dumps(scheduler_configuration(self.kubeconfig)))
        self._start(binaries)

    def pending_pods(self, port: int | None = None) -> int:
        """Return the number of pods that a scheduler has yet to try or to bind; that of Kubernetes without a port."""
        rows = self.server.metrics(port or self._scheduler_port).splitlines()
        return sum(int(float(row.rpartition(" ")[2])) for row in rows if row.startswith(_PENDING))

    def scheduler_options(self, port: int) -> list[str]:
        """Return options of a kube-scheduler that serves its metrics on a port of loopback."""
        files = [f"--tls-cert-file={self.certificate}", f"--tls-private-key-file={self.key}"]
        access = [f"--{name}-kubeconfig={self.kubeconfig}" for name in ("authentication", "authorization")]
        return ["--bind-address=127.0.0.1", f"--secure-port={port}", *files, *access]

    def _start(self, binaries: Mapping[str, Path]) -> None:
        folder, start = self.programs.folder, self.programs.start
        # A socket in the private folder, since etcd asks for no credentials; its URL has the form of a port's.
        storage = "unix://localhost:2379"
        peers = "http://127.0.0.1:0"
        urls = [f"--listen-client-urls={storage}", f"--advertise-client-urls={storage}", f"--listen-peer-urls={peers}"]
        start("etcd", [binaries["etcd"], f"--data-dir={folder / 'etcd'}", "--unsafe-no-fsync", *urls])
        start("kube-apiserver", [binaries["kube-apiserver"], *self._of_server(storage)])
        self.programs.wait("kube-apiserver", self.server.is_ready)
        manager = [f"--controllers={_CONTROLLERS}", "--secure-port=0", "--kube-api-qps=1000", "--kube-api-burst=1000"]
        shared = [f"--kubeconfig={self.kubeconfig}", "--leader-elect=false"]
        on = ",".join(f"{gate}=true" for gate in self._features.gates)
        gates = [f"--feature-gates={on}"] if on else []
        start("kube-controller-manager", [binaries["kube-controller-manager"], *shared, *manager, *gates])
        own = ["--config=scheduler.json", *self.scheduler_options(self._scheduler_port), *gates]
        start("kube-scheduler", [binaries["kube-scheduler"], *own])
        shutil.copy(_STAGES, folder / "stages.yaml")
        kwok = ["--manage-all-nodes", "--config=stages.yaml", "--node-lease-duration-seconds=0"]
        start("kwok", [binaries["kwok"], f"--kubeconfig={self.kubeconfig}", *kwok])

    def _of_server(self, storage: str) -> list[str]:
        return [
            f"--etcd-servers={storage}",
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            "--endpoint-reconciler-type=none",
            f"--secure-port={self.server.port}",
            f"--cert-dir={self.programs.folder}",
            f"--token-auth-file={self.programs.folder / 'tokens.csv'}",
            "--anonymous-auth=false",
            "--authorization-mode=RBAC",
            "--allow-privileged=true",
            "--service-account-issuer=https://kubernetes.default.svc",
            f"--service-account-key-file={self.key}",
            f"--service-account-signing-key-file={self.key}",
            "--service-cluster-ip-range=10.0.0.0/16",
            # The snapshot has the taints of its nodes, and no controller removes that of a new one.
            "--disable-admission-plugins=TaintNodesByCondition",
            # etcd of some distributions is too old for streamed lists: clients must not wait for one.
            f"--feature-gates={','.join(['WatchList=false', *(f'{gate}=true' for gate in self._features.gates)])}",
            *(f"--runtime-config={api}=true" for api in self._features.apis),
        ]

    def _write(self, name: str, text: str) -> None:
        file = self.programs.folder / name
        file.touch(mode=0o600)
        file.write_text(text, encoding="utf-8")


def _kubeconfig(server: ApiServer) -> dict[str, object]:
    cluster = {"server": f"https://127.0.0.1:{server.port}", "certificate-authority": str(server.certificate)}
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "simulation",
        "clusters": [{"name": "simulation", "cluster": cluster}],
        "contexts": [{"name": "simulation", "context": {"cluster": "simulation", "user": "admin"}}],
        "users": [{"name": "admin", "user": {"token": server.token}}],
    }


def scheduler_configuration(kubeconfig: Path) -> dict[str, object]:
    """Return the configuration of a kube-scheduler: its defaults, but for short pauses before it tries a pod again."""
    return {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "leaderElection": {"leaderElect": False},
        "clientConnection": {"kubeconfig": str(kubeconfig), **_RATES},
        "podInitialBackoffSeconds": 1,
        "podMaxBackoffSeconds": 1,
        "percentageOfNodesToScore": 100,
    }
