"""Check that the cluster's JobSet keeps the field that puts a pod into its gang.

`schedulingGroup` is in the definition of JobSet since 0.12. The API server drops fields that a definition does not
have: under an older release every pod starts by itself.
"""

from collections.abc import Iterator

from render.cluster.products import JOBSET
from render.doctor.check_result import CheckResult, fault, ok
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.manifests.paths import Data

_FIELD = "schedulingGroup"
_HINT = "update JobSet to 0.12 or newer, or choose another `scheduler`"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per JobSet with a gang of Kubernetes' own; nothing if the API server rejects it otherwise."""
    for item in wanted.running:
        if item.kind.group != JOBSET or not any(_FIELD in spec for spec in _pod_specs(item.data)):
            continue
        if item.kind not in view.served(JOBSET, item.kind.name):
            continue
        metadata = {**item.data["metadata"], "namespace": wanted.namespace}
        name = metadata.pop("name")
        # A run of this name may exist already.
        drops = view.drops({**item.data, "metadata": {**metadata, "generateName": f"{name[:40]}-"}}, _FIELD)
        subject = f"JobSet/{name}"
        if drops is False:
            yield ok(subject, "its pods keep their gang")
        elif drops:
            yield fault(subject, "this cluster's JobSet drops `schedulingGroup`: every pod starts by itself", _HINT)


def _pod_specs(jobset: Data) -> Iterator[Data]:
    for job in jobset["spec"]["replicatedJobs"]:
        yield job["template"]["spec"]["template"]["spec"]
