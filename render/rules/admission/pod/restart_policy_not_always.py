"""ADM209 restart-policy-not-always: the pods of a Deployment or a similar workload would end.

Deployments, ReplicaSets, StatefulSets, DaemonSets and ReplicationControllers always restart their pods, so their
templates cannot have another `restartPolicy`, or `activeDeadlineSeconds`. The API server rejects the object. Use a Job
or a JobSet for work that completes.

Source: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy

Example:
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: train}
    spec:
      selector: {matchLabels: {app: train}}
      template:
        metadata: {labels: {app: train}}
        spec: {restartPolicy: Never, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        metadata: {labels: {app: train}}
        spec: {restartPolicy: Never, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden, unsupported
from render.rules.rule import Finding, rule

_KINDS = ("/ReplicationController", "apps/DaemonSet", "apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet")


@rule(kinds=_KINDS, keys=("activeDeadlineSeconds", "restartPolicy"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check `restartPolicy` and `activeDeadlineSeconds`."""
    hint = "use a Job for work that completes"
    policy = pod.spec.get("restartPolicy") or "Always"
    if policy != "Always":
        yield unsupported((*pod.spec_path, "restartPolicy"), policy, ["Always"], hint)
    if "activeDeadlineSeconds" in pod.spec:
        why = f"activeDeadlineSeconds in {pod.object.kind.name} is not supported"
        yield forbidden((*pod.spec_path, "activeDeadlineSeconds"), why, hint)
