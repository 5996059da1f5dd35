"""A cluster for scenarios: Kubernetes' own controllers, JobSet, Kueue and Trainer as processes of this machine.

Nodes are played by kwok only where they have the label `played`; what a kubelet would write on others, a scenario has.
"""

import os
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import upstream
from tests.cluster import crds
from tests.cluster.control_plane import GANG_SCHEDULING, control_plane, running, until
from tests.cluster.controllers import STAGES
from tests.cluster.server import Server
from tests.lab.controllers import jobset, kueue, trainer
from tests.lab.controllers.installation import Installation
from tests.lab.parts import build_part
from tests.lab.programs import find_program

CONTROLLERS = (
    "garbage-collector-controller,job-controller,podgroup-protection-controller,persistentvolume-binder-controller,"
    "serviceaccount-controller,endpointslice-controller,resourcequota-controller"
)
INSTALLED = {"jobset": jobset, "kueue": kueue, "trainer-controller-manager": trainer}
PARTS = {"jobset": "jobset", "kueue": "kueue", "trainer-controller-manager": "trainer"}
SECONDS = 60


@dataclass(frozen=True)
class LoopbackInstallation(Installation):
    """A controller without a network namespace."""

    stack: ExitStack

    def start(self, program: str, *arguments: str, prefix: tuple[str, ...] = ()) -> None:
        command = [*prefix, str(self.programs / program), *arguments]
        environment = {"KUBECONFIG": str(self.lab / "kubeconfig"), "TMPDIR": str(self._certificates())}
        log = (self.home / f"{program}.log").open("wb")
        process = subprocess.Popen(command, cwd=self.home, env={**os.environ, **environment}, stdout=log, stderr=log)
        self.stack.callback(process.kill)

    def wait_for_port(self, port: int) -> None:
        probe = ["bash", "-c", f"</dev/tcp/127.0.0.1/{port}"]
        until(
            lambda: subprocess.run(probe, capture_output=True, check=False).returncode == 0,
            SECONDS,
            f"{self.name} does not start: see {self.home}",
        )


@contextmanager
def site(folder: Path) -> Iterator[Server]:
    """Run the cluster with all that it writes in a folder."""
    with ExitStack() as stack:
        (folder / "control-plane").mkdir(parents=True)
        programs = (Path(find_program("etcd")), Path(find_program("kube-apiserver")))
        endpoint = stack.enter_context(control_plane(*programs, folder / "control-plane"))
        kubeconfig = folder / "kubeconfig"
        kubeconfig.write_text(endpoint.kubeconfig(), encoding="utf-8")
        kubeconfig.chmod(0o600)
        _write_certificate(folder)
        shared = [f"--kubeconfig={kubeconfig}", "--leader-elect=false", "--secure-port=0", GANG_SCHEDULING]
        kwok = ["--manage-nodes-with-label-selector=played", "--node-lease-duration-seconds=40"]
        for command in (
            [find_program("kube-controller-manager"), *shared, f"--controllers={CONTROLLERS}"],
            [find_program("kube-scheduler"), *shared],
            [find_program("kwok"), f"--kubeconfig={kubeconfig}", f"--config={STAGES}", *kwok],
        ):
            stack.enter_context(running(command, folder))
        server = Server(kubeconfig)
        for name, module in INSTALLED.items():
            home = folder / "controllers" / name
            home.mkdir(parents=True)
            module.start(LoopbackInstallation(name, build_part(PARTS[name]), folder, home, server, stack))
        known = upstream.required() / "crds"
        kinds = ("training-operator/kubeflow.org_pytorchjobs.yaml", "mpi-operator/kubeflow.org_mpijobs.yaml")
        crds.create(server, [known / kind for kind in kinds])
        yield server


def _write_certificate(folder: Path) -> None:
    """Write a certificate of its own authority for the webhooks on loopback."""
    names = "subjectAltName=IP:127.0.0.1,DNS:localhost"
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run(
        [*new, "-days", "2", "-subj", "/CN=site", "-keyout", "tls.key", "-out", "tls.crt", "-addext", names],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    ssl.create_default_context(cafile=folder / "tls.crt")
