"""etcd and kube-apiserver as processes that only this machine reaches, gone when the tests are."""

import secrets
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import yaml

START_SECONDS = 90
# Kubernetes 1.36 has the native PodGroup only behind these; the gates are the scheduler's, too.
# Without the third, a PodGroup loses its `schedulingConstraints`.
GANG_SCHEDULING = "--feature-gates=GenericWorkload=true,GangScheduling=true,TopologyAwareWorkloadScheduling=true"
GANG_API = "--runtime-config=scheduling.k8s.io/v1alpha2=true"
# The distribution's etcd is too old for lists that are streamed: clients shall not wait for one.
NO_STREAMS = "--feature-gates=WatchList=false"


@dataclass(frozen=True)
class Endpoint:
    """Where the API server listens and what it wants to see."""

    port: int
    certificates: Path
    token: str

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def certificate(self) -> Path:
        """What the server signs itself when it starts."""
        return self.certificates / "apiserver.crt"

    def is_ready(self) -> bool:
        request = Request(f"{self.address}/readyz", headers={"Authorization": f"Bearer {self.token}"})
        try:
            trusted = ssl.create_default_context(cafile=self.certificate)
            with urlopen(request, context=trusted, timeout=5):
                return True
        except OSError:  # not listening, no certificate yet, or an answer that is an error
            return False

    def kubeconfig(self) -> str:
        cluster = {"server": self.address, "certificate-authority": str(self.certificate)}
        return yaml.safe_dump(
            {
                "apiVersion": "v1",
                "kind": "Config",
                "current-context": "test",
                "clusters": [{"name": "test", "cluster": cluster}],
                "contexts": [{"name": "test", "context": {"cluster": "test", "user": "test"}}],
                "users": [{"name": "test", "user": {"token": self.token}}],
            }
        )


@contextmanager
def control_plane(etcd: Path, kube_apiserver: Path, folder: Path, *, has_gangs: bool = True) -> Iterator[Endpoint]:
    """Run both programs with all that they write in a folder. Raises RuntimeError where one does not start."""
    port, etcd_port = _free_ports(2)
    endpoint = Endpoint(port, folder / "certificates", secrets.token_hex())
    tokens = folder / "tokens.csv"
    tokens.write_text(f"{endpoint.token},test,test,system:masters\n", encoding="utf-8")
    storage = f"http://127.0.0.1:{etcd_port}"
    commands = [_etcd(etcd, storage, folder), _kube_apiserver(kube_apiserver, storage, endpoint, tokens)]
    if not has_gangs:
        commands[1] = [one for one in commands[1] if GANG_API not in one and GANG_SCHEDULING not in one]
        commands[1].append(NO_STREAMS)
    with ExitStack() as stack:
        programs = [stack.enter_context(running(command, folder)) for command in commands]
        until(lambda: _all_run(programs) and endpoint.is_ready(), START_SECONDS, f"no API server: see {folder}")
        yield endpoint


def until(condition: Callable[[], bool], seconds: float, otherwise: str) -> None:
    """Ask until the answer is yes. Raises RuntimeError after a time in seconds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(otherwise)
        time.sleep(0.05)


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [found.getsockname()[1] for found in sockets]


def _etcd(binary: Path, storage: str, folder: Path) -> list[str]:
    return [
        str(binary),
        f"--data-dir={folder / 'etcd'}",
        f"--listen-client-urls={storage}",
        f"--advertise-client-urls={storage}",
        "--listen-peer-urls=http://127.0.0.1:0",
    ]


def _kube_apiserver(binary: Path, storage: str, endpoint: Endpoint, tokens: Path) -> list[str]:
    key = endpoint.certificates / "apiserver.key"
    return [
        str(binary),
        f"--etcd-servers={storage}",
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        "--endpoint-reconciler-type=none",
        f"--secure-port={endpoint.port}",
        f"--cert-dir={endpoint.certificates}",
        f"--token-auth-file={tokens}",
        "--authorization-mode=RBAC",
        # As every distribution has it: privileged containers are a matter of the namespace's policy.
        "--allow-privileged=true",
        "--service-account-issuer=https://kubernetes.default.svc",
        f"--service-account-key-file={key}",
        f"--service-account-signing-key-file={key}",
        "--service-cluster-ip-range=10.0.0.0/24",
        f"{GANG_SCHEDULING},WatchList=false",
        GANG_API,
    ]


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the block ends, its output in a folder."""
    log = folder / f"{Path(command[0]).name}.log"
    # The kernel ends the program even where the tests are killed.
    command = ["setpriv", "--pdeathsig=KILL", "--", *command]
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as program:
        try:
            yield program
        finally:
            program.kill()


def _all_run(programs: list[subprocess.Popen[bytes]]) -> bool:
    for program in programs:
        if program.poll() is not None:
            raise RuntimeError(f"ended with {program.returncode}: {program.args!r}")
    return True
