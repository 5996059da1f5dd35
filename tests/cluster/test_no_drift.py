"""What the API server stores is what was rendered: no field is written in another way, none is lost."""

import copy
from collections.abc import Iterator

from tests.chart.helm import Helm
from tests.cluster.differences import Difference, differences
from tests.cluster.server import Object, Server
from tests.cluster.specs import SPECS, Spec, each_spec
from tests.golden.controllers import jobs

# All that the server adds to what the chart renders, beyond metadata and status.
ADDED = {
    "JobSet": {"/spec/replicatedJobs/*/groupName"},
    "PersistentVolumeClaim": {"/spec/volumeMode"},
    # Each of the native PodGroup of 1.36, which 1.37 has under other names.
    "PodGroup": {"/spec/disruptionMode", "/spec/podGroupTemplateRef"},
    "Service": {
        "/spec/clusterIPs",
        "/spec/internalTrafficPolicy",
        "/spec/ipFamilies",
        "/spec/ipFamilyPolicy",
        "/spec/sessionAffinity",
    },
}
# All that it adds to a child Job. A JobSet's pod template gets no defaults, so what is in Git stays what is stored.
ADDED_TO_JOBS = {
    "/spec/manualSelector",
    "/spec/podReplacementPolicy",
    "/spec/selector",
    "/spec/template/metadata/labels/batch.kubernetes.io/controller-uid",
    "/spec/template/metadata/labels/batch.kubernetes.io/job-name",
    "/spec/template/metadata/labels/controller-uid",
    "/spec/template/metadata/labels/job-name",
    "/spec/template/spec/dnsPolicy",
    "/spec/template/spec/schedulerName",
    "/spec/template/spec/serviceAccount",
    "/spec/template/spec/terminationGracePeriodSeconds",
    "/spec/template/spec/volumes/*/configMap/defaultMode",
    "/spec/template/spec/containers/*/resources",
    "/spec/template/spec/containers/*/terminationMessagePath",
    "/spec/template/spec/containers/*/terminationMessagePolicy",
    "/spec/template/spec/initContainers/*/imagePullPolicy",
    "/spec/template/spec/initContainers/*/resources",
    "/spec/template/spec/initContainers/*/terminationMessagePath",
    "/spec/template/spec/initContainers/*/terminationMessagePolicy",
    "/spec/template/spec/containers/*/env/*/valueFrom/fieldRef/apiVersion",
}


@each_spec
def test_nothing_is_stored_otherwise(spec: Spec, helm4: Helm, server: Server) -> None:
    for found in _sent(spec, helm4):
        assert [place for kind, place in _differences(server, found) if kind == "changed"] == []


def test_additions_are_known(helm4: Helm, server: Server) -> None:
    """A field that appears here is one that the chart should perhaps write; one that is gone is to be struck off."""
    added: dict[str, set[str]] = {}
    for spec in SPECS:
        for found in _sent(spec, helm4):
            places = {place for kind, place in _differences(server, found) if kind == "added"}
            added.setdefault(found["kind"], set()).update(places)
    assert added == {"ConfigMap": set(), "Job": ADDED_TO_JOBS, **ADDED}


def test_difference_is_seen(helm4: Helm, server: Server) -> None:
    [job] = [found for found in _sent(SPECS[0], helm4) if found["kind"] == "Job"]
    changed = copy.deepcopy(job)
    changed["spec"]["template"]["spec"]["containers"][0]["resources"] = {"limits": {"cpu": "1000m", "memory": 2048}}
    assert {found for found in _differences(server, changed) if found not in _differences(server, job)} == {
        Difference("changed", f"/spec/template/spec/containers/*/resources/limits/{name}") for name in ("cpu", "memory")
    }


def _sent(spec: Spec, helm: Helm) -> Iterator[Object]:
    for found in spec.render(helm):
        yield found
        if found["kind"] == "JobSet":
            yield from jobs(found)


def _differences(server: Server, resource: Object) -> list[Difference]:
    answer = server.create(resource, dry_run=True)
    assert answer.refusal == ""
    server_only = {"metadata": resource["metadata"], "status": None}
    return sorted(set(differences(resource | {"status": None}, answer.body | server_only)))
