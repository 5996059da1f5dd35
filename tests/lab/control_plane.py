"""The control plane of the lab: etcd, Kubernetes' API server, controllers and scheduler, and CoreDNS."""

import secrets
import ssl
import subprocess
from pathlib import Path
from urllib.request import Request, urlopen

import yaml

from tests.cluster.control_plane import GANG_API, GANG_SCHEDULING, until
from tests.lab.machine import BRIDGE_ADDRESS, CONTROL_PLANE, LAB_ADDRESS, add_control_plane_network, in_namespace
from tests.lab.parts import build_kubernetes
from tests.lab.programs import find_program, start, stop

START_SECONDS = 90
NODE_GRACE = "16s"
"""How long a node may be silent before its pods are evicted; Kubernetes' default is 50 s."""
VERSION = "1.36"
"""Kubernetes' minor version, where none is asked for."""
DAEMONS = ("coredns", "scheduler", "controller-manager", "apiserver", "etcd")
"""In the order in which they stop."""

_COREFILE = """\
.:53 {
  bind %s
  errors
  kubernetes cluster.local in-addr.arpa {
    kubeconfig %s lab
    ttl 5
  }
  cache 5
}
"""


_GANGS = {
    "1.36": (GANG_SCHEDULING, GANG_API),
    "1.37": (
        "--feature-gates=GenericWorkload=true,TopologyAwareWorkloadScheduling=true",
        "--runtime-config=scheduling.k8s.io/v1beta1=true",
    ),
}
"""What gangs of Kubernetes' own need, by minor version: for all of its programs, and for the API server."""
VERSIONS = tuple(_GANGS)


def start_control_plane(folder: Path, version: str) -> None:
    """Start a control plane of a minor version.

    `folder/kubeconfig` is for clients on this machine, `folder/node.kubeconfig` for nodes.

    Raises LabError.
    """
    programs = build_kubernetes(version)
    gates, gang_api = _GANGS[version]
    add_control_plane_network()
    token = secrets.token_hex()
    _write_certificates(folder)
    (folder / "tokens.csv").write_text(f"{token},admin,admin,system:masters\n", encoding="utf-8")
    for name, address in (("kubeconfig", LAB_ADDRESS), ("node.kubeconfig", BRIDGE_ADDRESS)):
        _write_kubeconfig(folder / name, f"https://{address}:6443", folder / "tls.crt", token)
    _daemon(folder, "etcd", find_program("etcd"), f"--data-dir={folder / 'etcd'}", "--unsafe-no-fsync")
    _daemon(
        folder,
        "apiserver",
        str(programs / "kube-apiserver"),
        "--etcd-servers=http://127.0.0.1:2379",
        f"--advertise-address={BRIDGE_ADDRESS}",
        "--allow-privileged",
        "--tls-cert-file=tls.crt",
        "--tls-private-key-file=tls.key",
        "--token-auth-file=tokens.csv",
        "--authorization-mode=RBAC",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-key-file=accounts.key",
        "--service-account-signing-key-file=accounts.key",
        "--service-cluster-ip-range=10.96.0.0/16",
        "--kubelet-preferred-address-types=InternalIP",
        # A webhook's Service is asked at its endpoint: no proxy leads to it.
        "--enable-aggregator-routing",
        # Pods with GPUs tolerate the taint of fake nodes, as on nodes with GPUs of GKE.
        "--enable-admission-plugins=ExtendedResourceToleration",
        # The distribution's etcd is too old for streamed lists: clients must not wait for one.
        f"{gates},WatchList=false",
        gang_api,
    )
    until(lambda: _is_ready(folder / "tls.crt", token), START_SECONDS, f"no API server: see {folder}/apiserver.log")
    _daemon(
        folder,
        "controller-manager",
        str(programs / "kube-controller-manager"),
        "--kubeconfig=kubeconfig",
        "--leader-elect=false",
        "--service-account-private-key-file=accounts.key",
        "--root-ca-file=tls.crt",
        f"--node-monitor-grace-period={NODE_GRACE}",
        "--node-monitor-period=2s",
        gates,
    )
    scheduler = str(programs / "kube-scheduler")
    _daemon(folder, "scheduler", scheduler, "--kubeconfig=kubeconfig", "--leader-elect=false", gates)
    (folder / "Corefile").write_text(_COREFILE % (BRIDGE_ADDRESS, folder / "kubeconfig"), encoding="utf-8")
    _daemon(folder, "coredns", find_program("coredns"), "-conf", "Corefile")


def stop_control_plane(folder: Path) -> None:
    """Stop all of it that runs."""
    for name in DAEMONS:
        stop(folder / f"{name}.pid")


def _daemon(folder: Path, name: str, program: str, *arguments: str) -> None:
    start(name, [*in_namespace(CONTROL_PLANE), program, *arguments], folder)


def _write_certificates(folder: Path) -> None:
    """Write a certificate for every server of the lab, which also is its own authority, and a key for accounts."""
    names = f"subjectAltName=IP:127.0.0.1,IP:{BRIDGE_ADDRESS},IP:{LAB_ADDRESS},DNS:localhost"
    new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=lab"]
    subprocess.run(
        [*new, "-keyout", "tls.key", "-out", "tls.crt", "-addext", names], cwd=folder, check=True, capture_output=True
    )
    subprocess.run(["openssl", "genrsa", "-out", "accounts.key", "2048"], cwd=folder, check=True, capture_output=True)


def _write_kubeconfig(file: Path, server: str, certificate: Path, token: str) -> None:
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "lab",
        "clusters": [{"name": "lab", "cluster": {"server": server, "certificate-authority": str(certificate)}}],
        "contexts": [{"name": "lab", "context": {"cluster": "lab", "user": "lab"}}],
        "users": [{"name": "lab", "user": {"token": token}}],
    }
    file.write_text(yaml.safe_dump(config), encoding="utf-8")
    file.chmod(0o600)


def _is_ready(certificate: Path, token: str) -> bool:
    request = Request(f"https://{LAB_ADDRESS}:6443/readyz", headers={"Authorization": f"Bearer {token}"})
    try:
        with urlopen(request, context=ssl.create_default_context(cafile=certificate), timeout=5):
            return True
    except OSError:  # not listening yet, or not ready
        return False
