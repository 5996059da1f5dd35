"""A real API server whose custom resources pass their webhooks, as on a site that runs the controllers."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from tests.argocd.applied import manifests_of
from tests.argocd.argo import Argo, Object
from tests.argocd.repository import ADDRESS, example
from tests.cluster import crds
from tests.cluster.control_plane import control_plane, until
from tests.cluster.server import Server
from tests.golden.cases import Case
from tests.golden.schemas import AUTHORED

WEBHOOKS = Path(__file__).with_name("webhooks.yaml")
SECONDS = 30
GROUPS = ("jobset", "scheduler-plugins", "trainer", "volcano")

PARAMETERS = {"kubernetes": [{"name": "kubernetes.version", "value": "1.36", "forceString": True}]}
"""The server is 1.36, whose PodGroup is another."""

JOBSET: Object = {
    "apiVersion": "jobset.x-k8s.io/v1alpha2",
    "kind": "JobSet",
    "metadata": {"name": "probe", "namespace": "default"},
    "spec": {
        "replicatedJobs": [
            {
                "name": "node",
                "template": {"spec": {"template": {"spec": {"containers": [{"name": "main", "image": "train"}]}}}},
            }
        ]
    },
}


def jobset_with(field: str, value: object, *, name: str = "probe") -> Object:
    """Return a small JobSet with one more field in its container."""
    jobset = copy.deepcopy(JOBSET)
    jobset["metadata"]["name"] = name
    [role] = jobset["spec"]["replicatedJobs"]
    role["template"]["spec"]["template"]["spec"]["containers"][0][field] = value
    return jobset


@contextmanager
def site(programs: dict[str, Path], definitions: Path, webhook: Argo, folder: Path) -> Iterator[Path]:
    """Run it, with the CRDs of a folder and all that it writes in another, and yield its kubeconfig."""
    with control_plane(programs["etcd"], programs["kube-apiserver"], folder) as endpoint:
        kubeconfig = folder / "config"
        kubeconfig.write_text(endpoint.kubeconfig(), encoding="utf-8")
        server = Server(kubeconfig)
        files = sorted(file for group in GROUPS for file in (definitions / group).glob("*.*_*.yaml"))
        crds.create(server, [*files, *AUTHORED])
        where = webhook.read()
        for configuration in yaml.safe_load_all(WEBHOOKS.read_text(encoding="utf-8")):
            assert server.create(_addressed(configuration, where)).refusal == ""
        until(lambda: _is_completed(server), SECONDS, "JobSet's webhook is not called")
        yield kubeconfig


def create_namespace(server: Server, name: str) -> None:
    """Create a namespace that is not there yet."""
    assert server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}).refusal == ""


def generated(case: Case, namespace: str, manifests: Argo, team: Path) -> list[Object]:
    """Return what Argo CD would apply of an example."""
    application = example("application.yaml")
    application["metadata"]["name"] = case.spec["name"]
    application["spec"]["destination"]["namespace"] = namespace
    values = [f"/examples/{case.name}/spec.yaml"]
    application["spec"]["source"]["helm"] = {"valueFiles": values, "parameters": PARAMETERS.get(case.name, [])}
    return manifests_of(application, manifests, {ADDRESS: team})


def _addressed(configuration: Object, where: Object) -> Object:
    """Return it as the server wants it: an address that is not a Service's comes with its certificate."""
    for webhook in configuration["webhooks"]:
        webhook["clientConfig"] = {"url": where["address"] + webhook.pop("address"), "caBundle": where["certificate"]}
    return configuration


def _is_completed(server: Server) -> bool:
    """Say whether JobSet's webhook fills in what its definition does not."""
    stored: dict[str, Any] = server.create(JOBSET, dry_run=True).body
    return "network" in stored.get("spec", {})
