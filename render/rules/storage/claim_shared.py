"""STO204 claim-shared: several pods mount a PVC that only one node can mount.

A volume with `ReadWriteOnce` is attached to one node of the cluster: pods on other nodes wait in `ContainerCreating`
(`Multi-Attach error`). With `ReadWriteOncePod`, even a second pod on the same node waits.

Source: https://github.com/kubeflow/katib/issues/917

Example:
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: state}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Ti}}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      parallelism: 4
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: node
              image: registry.example/train:1
              volumeMounts: [{name: state, mountPath: /state}]
          volumes: [{name: state, persistentVolumeClaim: {claimName: state}}]
Use instead:
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: state}
    spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      parallelism: 4
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: node
              image: registry.example/train:1
              volumeMounts: [{name: state, mountPath: /state}]
          volumes: [{name: state, persistentVolumeClaim: {claimName: state}}]
"""

from collections.abc import Iterator

from render.manifests.references import CLAIM, Reference, by_name, references
from render.problem import Severity
from render.programs.replicas import replica_count
from render.rules.chart import is_rendered_by_chart
from render.rules.rule import Finding, Objects, rule

_SHARED = frozenset({"ReadOnlyMany", "ReadWriteMany"})
_TOGETHER = frozenset({"kubeflow.org", "ray.io"})
"""API groups of kinds whose roles all run at once. The roles of a JobSet may wait for each other."""


@rule(severity=Severity.WARNING, keys=("persistentVolumeClaim",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the access modes of the PVCs with the number of pods."""
    named = by_name(items)
    found = tuple(reference for reference in references(items) if reference.kind == CLAIM)
    for reference in found:
        count = _pods(reference, found)
        for item in reference.targets(named) if count > 1 else ():
            modes = item.data.get("spec", {}).get("accessModes", [])
            if modes and _SHARED.isdisjoint(modes) and not is_rendered_by_chart(item):
                message = f"{count} pods mount the PVC `{reference.name}`, which is `{modes[0]}`"
                yield Finding(reference.path, message, "use `ReadWriteMany`, or one PVC per pod", reference.pod.object)


def _pods(reference: Reference, others: tuple[Reference, ...]) -> int:
    """Return how many pods mount a PVC at once: all roles of an operator's run, else those of one template."""
    item = reference.pod.object
    together = others if item.kind.group in _TOGETHER else (reference,)
    mounting = {one.pod.path: one.pod for one in together if one.pod.object is item and one.name == reference.name}
    return sum(replica_count(pod) or 0 for pod in mounting.values())
