"""Roads to the lab without Helm: what `render template` prints, as kubectl applies it, and as Argo CD's engine does."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.argocd.argo import running
from tests.argocd.repository import example
from tests.cluster.server import Object, Server
from tests.conftest import CHECKOUT
from tests.lab.programs import LabError


def render(name: str, values: list[Path]) -> list[Object]:
    """Return the objects that `render template` prints for a spec with overlays, hooks left out. Raises LabError."""
    overlays = [word for file in values[1:] for word in ("-f", str(file))]
    command = [sys.executable, "-m", "render", "template", str(values[0]), "--name", name, *overlays]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise LabError(done.stdout + done.stderr)
    found: list[Object] = []
    for one in yaml.safe_load_all(done.stdout):
        found += one["items"] if one["kind"] == "List" else [one]
    return [one for one in found if "helm.sh/hook" not in one["metadata"].get("annotations", {})]


def apply(server: Server, objects: list[Object]) -> None:
    """Apply objects as `kubectl apply --server-side` does. Raises LabError."""
    for one in objects:
        if refusal := server.apply(one, "kubectl").refusal:
            raise LabError(refusal)


def sync(server: Server, objects: list[Object]) -> None:
    """Have Argo CD's engine sync objects, with the health checks of our example. Raises LabError.

    The program is built first if it is not yet: that takes minutes.
    """
    configuration: dict[str, Any] = example("argocd-cm.yaml")["data"]
    done = subprocess.run([CHECKOUT / "ci" / "tools" / "argocd"], check=True, stdout=subprocess.PIPE, text=True)
    tracked = [_tracked(one) for one in objects]
    with running(Path(done.stdout.strip(), "argocd"), "sync", server.kubeconfig) as argo:
        answer = argo.query(configuration=configuration, namespace="default", manifests=tracked)
    if failed := [one for one in answer["results"] if one["status"] != "Synced"]:
        raise LabError(str(failed))
    if answer["outOfSync"]:
        names = [f"{one['live']['kind']}/{one['live']['metadata']['name']}" for one in answer["outOfSync"]]
        raise LabError(f"out of sync: {', '.join(names)}")


def _tracked(one: Object) -> Object:
    """Return an object with the annotation by which Argo CD knows that it is an application's.

    https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/
    """
    metadata = one["metadata"]
    group = one["apiVersion"].rpartition("/")[0]
    tracking = f"lab:{group}/{one['kind']}:default/{metadata['name']}"
    annotations = {**metadata.get("annotations", {}), "argocd.argoproj.io/tracking-id": tracking}
    return {**one, "metadata": {**metadata, "annotations": annotations}}


def delete(server: Server, objects: list[Object]) -> None:
    """Delete objects as `kubectl delete -f` does; their dependents follow."""
    for one in reversed(objects):
        server.retire(one)
