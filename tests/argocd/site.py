"""A real API server whose custom resources pass their webhooks, as on a site that runs the controllers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from tests.argocd.argo import Argo, Object
from tests.cluster import crds
from tests.cluster.control_plane import control_plane, until
from tests.cluster.server import Server

WEBHOOKS = Path(__file__).with_name("webhooks.yaml")
SECONDS = 30
GROUPS = ("jobset", "scheduler-plugins", "trainer", "volcano")

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


@contextmanager
def site(programs: dict[str, Path], definitions: Path, webhook: Argo, folder: Path) -> Iterator[Server]:
    """Run it, with all that it writes in a folder; where the definitions of its kinds are comes from outside."""
    with control_plane(programs["etcd"], programs["kube-apiserver"], folder) as endpoint:
        (folder / "config").write_text(endpoint.kubeconfig(), encoding="utf-8")
        server = Server(folder / "config")
        crds.create(server, sorted(file for group in GROUPS for file in (definitions / group).glob("*.*_*.yaml")))
        where = webhook.read()
        for configuration in yaml.safe_load_all(WEBHOOKS.read_text(encoding="utf-8")):
            assert server.create(_addressed(configuration, where)).refusal == ""
        until(lambda: _is_completed(server), SECONDS, "JobSet's webhook is not called")
        yield server


def _addressed(configuration: Object, where: Object) -> Object:
    """Return it as the server wants it: an address that is not a Service's comes with its certificate."""
    for webhook in configuration["webhooks"]:
        webhook["clientConfig"] = {"url": where["address"] + webhook.pop("address"), "caBundle": where["certificate"]}
    return configuration


def _is_completed(server: Server) -> bool:
    """Say whether JobSet's webhook fills in what its definition does not."""
    stored: dict[str, Any] = server.create(JOBSET, dry_run=True).body
    return "network" in stored.get("spec", {})
