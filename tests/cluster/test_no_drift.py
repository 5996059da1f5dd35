"""What the API server stores is what was rendered: no field is written in another way, none is lost."""

import copy
import itertools
from collections.abc import Iterator

import pytest

from tests.chart.helm import Helm
from tests.cluster.differences import Difference, differences
from tests.cluster.server import Object, Server
from tests.cluster.specs import SPECS, Spec, each_spec
from tests.golden.controllers import jobs
from tests.golden.trainer import jobset_of

# All that the server adds to what the chart renders, beyond metadata and status.
ADDED = {
    "JobSet": {"/spec/replicatedJobs/*/groupName"},
    "PersistentVolumeClaim": {"/spec/volumeMode"},
    # The native one; those of Volcano and coscheduling get nothing.
    "PodGroup": {"/spec/disruptionMode", "/spec/podGroupTemplateRef"},
    "ResourceClaimTemplate": {"/spec/metadata"},
    "Service": {
        "/spec/clusterIPs",
        "/spec/internalTrafficPolicy",
        "/spec/ipFamilies",
        "/spec/ipFamilyPolicy",
        "/spec/sessionAffinity",
    },
    "TrainJob": {"/spec/managedBy", "/spec/suspend"},
    "TrainingRuntime": {"/spec/template/spec/replicatedJobs/*/groupName"},
}
# All that it adds to a Job. A JobSet's pod template gets no defaults, so what is in Git stays what is stored.
ADDED_TO_JOBS = {
    "/spec/manualSelector",
    "/spec/podReplacementPolicy",
    "/spec/selector",
    "/spec/suspend",  # of the smoke test's own Job, which a queue may suspend
    "/spec/template/metadata/labels/batch.kubernetes.io/controller-uid",
    "/spec/template/metadata/labels/batch.kubernetes.io/job-name",
    "/spec/template/metadata/labels/controller-uid",
    "/spec/template/metadata/labels/job-name",
    "/spec/template/spec/dnsPolicy",
    "/spec/template/spec/schedulerName",
    "/spec/template/spec/serviceAccount",
    "/spec/template/spec/terminationGracePeriodSeconds",
    "/spec/template/spec/volumes/*/configMap/defaultMode",
    "/spec/template/spec/volumes/*/hostPath/type",
    "/spec/template/spec/containers/*/livenessProbe/failureThreshold",
    "/spec/template/spec/containers/*/livenessProbe/httpGet/scheme",
    "/spec/template/spec/containers/*/livenessProbe/successThreshold",
    "/spec/template/spec/containers/*/livenessProbe/timeoutSeconds",
    "/spec/template/spec/containers/*/readinessProbe/failureThreshold",
    "/spec/template/spec/containers/*/readinessProbe/periodSeconds",
    "/spec/template/spec/containers/*/readinessProbe/successThreshold",
    "/spec/template/spec/containers/*/readinessProbe/timeoutSeconds",
    "/spec/template/spec/containers/*/startupProbe/periodSeconds",
    "/spec/template/spec/containers/*/startupProbe/successThreshold",
    "/spec/template/spec/containers/*/startupProbe/timeoutSeconds",
    "/spec/template/spec/containers/*/resources",
    "/spec/template/spec/containers/*/terminationMessagePath",
    "/spec/template/spec/containers/*/terminationMessagePolicy",
    "/spec/template/spec/initContainers/*/imagePullPolicy",
    "/spec/template/spec/initContainers/*/resources",
    "/spec/template/spec/initContainers/*/startupProbe/successThreshold",
    "/spec/template/spec/initContainers/*/startupProbe/timeoutSeconds",
    "/spec/template/spec/initContainers/*/terminationMessagePath",
    "/spec/template/spec/initContainers/*/terminationMessagePolicy",
    "/spec/template/spec/containers/*/env/*/valueFrom/fieldRef/apiVersion",
    "/spec/template/spec/initContainers/*/env/*/valueFrom/fieldRef/apiVersion",
}

Pair = tuple[Object, Object]


@pytest.fixture(scope="module")
def stored(helm4: Helm, server: Server) -> dict[str, list[Pair]]:
    """What was sent and what is stored of it, by the name of the spec, each in a namespace of its own."""
    return {spec.name: list(_stored(spec, helm4, server)) for spec in SPECS}


@each_spec
def test_nothing_is_stored_otherwise(spec: Spec, stored: dict[str, list[Pair]]) -> None:
    found = [difference for pair in stored[spec.name] for difference in _differences(*pair)]
    assert [place for kind, place in found if kind == "changed"] == []


def test_additions_are_known(stored: dict[str, list[Pair]]) -> None:
    """A field that appears here is one that the chart should perhaps write; one that is gone is to be struck off."""
    added: dict[str, set[str]] = {}
    for sent, found in itertools.chain(*stored.values()):
        places = {place for kind, place in _differences(sent, found) if kind == "added"}
        added.setdefault(sent["kind"], set()).update(places)
    nothing: dict[str, set[str]] = {kind: set() for kind in ("ComputeDomain", "ConfigMap", "NetworkPolicy")}
    assert added == {**nothing, "Job": ADDED_TO_JOBS, **ADDED}


def test_difference_is_seen(stored: dict[str, list[Pair]], server: Server) -> None:
    [(sent, found)] = [pair for pair in stored["cpu-only"] if pair[0]["kind"] == "Job"]
    changed = copy.deepcopy(sent)
    changed["metadata"]["name"] = "changed"
    changed["spec"]["template"]["spec"]["containers"][0]["resources"] = {"limits": {"cpu": "1000m", "memory": 2048}}
    answer = server.create(changed, dry_run=True)
    assert {*_differences(changed, answer.body)} - {*_differences(sent, found)} == {
        Difference("changed", f"/spec/template/spec/containers/*/resources/limits/{name}") for name in ("cpu", "memory")
    }


def _stored(spec: Spec, helm: Helm, server: Server) -> Iterator[Pair]:
    namespace = f"drift-{spec.name}".replace(".", "-")
    server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}})
    rendered = spec.render(helm, namespace=namespace)
    for sent in [*rendered, *jobs(jobset_of(rendered))]:
        assert server.create(sent).refusal == ""
        yield sent, server.find(sent).body


def _differences(sent: Object, stored: Object) -> Iterator[Difference]:
    """Yield the differences of what is not the server's own: it adds metadata and a status to all."""
    own = sent.keys() | stored.keys() - {"metadata", "status"}
    yield from differences(sent, {key: stored.get(key) for key in own} | {"metadata": sent["metadata"]})
