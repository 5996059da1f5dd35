"""The real Helm installs, upgrades and uninstalls a run. Nothing waits: there are no controllers.

So there are no hooks, either: test_smoke.py has both.
"""

from tests.chart.helm import CHART, Helm
from tests.cluster.server import Object, Server
from tests.cluster.specs import Spec, each_spec

NO_HOOKS = "--no-hooks"


@each_spec
def test_unchanged_upgrade_touches_nothing(spec: Spec, helm4: Helm, server: Server) -> None:
    namespace = spec.name.replace(".", "-")
    rendered = spec.render(helm4, NO_HOOKS, namespace=namespace)
    helm4.run("install", spec.release, CHART, "-n", namespace, "--create-namespace", NO_HOOKS, *spec.arguments)
    installed = [_stored(server, found) for found in rendered]
    helm4.run("upgrade", spec.release, CHART, "-n", namespace, NO_HOOKS, *spec.arguments)
    assert [_stored(server, found) for found in rendered] == installed
    helm4.run("uninstall", spec.release, "-n", namespace)
    assert [found for found in rendered if not _is_deleted(server, found)] == _kept(rendered)


def _stored(server: Server, resource: Object) -> Object:
    """Return an object as the server has it, with its version where that changes with the contents alone."""
    stored = server.find(resource)
    assert stored.refusal == ""
    metadata = stored.body["metadata"]
    # Where the server itself adds a finalizer (claims, native PodGroups), the first time that an object is applied
    # again counts as a write, though nothing in it changes: a claim of three lines does so too.
    if "finalizers" in metadata:
        del metadata["resourceVersion"]
    return stored.body


def _is_deleted(server: Server, resource: Object) -> bool:
    """Say whether an object is gone, or only waits for the controller of its finalizer."""
    answer = server.find(resource)
    return answer.status == 404 or "deletionTimestamp" in answer.body["metadata"]


def _kept(rendered: list[Object]) -> list[Object]:
    """Return the claims that outlive their run."""
    policy = "helm.sh/resource-policy"
    return [found for found in rendered if found["metadata"].get("annotations", {}).get(policy) == "keep"]
