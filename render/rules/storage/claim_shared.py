"""STO204 claim-shared: several pods mount a claim that one node may mount.

A volume with `ReadWriteOnce` is attached to one node of the cluster: pods on the others wait in `ContainerCreating`
(`Multi-Attach error`). With `ReadWriteOncePod` even a second pod on the same node waits.

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

from render.manifests.objects import Object
from render.problem import Severity
from render.programs.copies import copies
from render.rules.references import CLAIM, by_name, references
from render.rules.rule import Finding, Objects, rule

_SHARED = frozenset({"ReadOnlyMany", "ReadWriteMany"})
_CHART = ("helm.sh/chart", "training-job-")
"""The label of what a spec renders: there STO103 looks at the spec itself."""


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Compare the access modes of the claims with the number of pods."""
    named = by_name(items)
    for reference in references(items):
        count = copies(reference.pod)
        for item in reference.targets(named) if reference.kind == CLAIM and count is not None and count > 1 else ():
            modes = item.data.get("spec", {}).get("accessModes", [])
            if modes and _SHARED.isdisjoint(modes) and not _is_of_a_spec(item):
                message = f"{count} pods mount `{reference.name}`, which is `{modes[0]}`"
                yield Finding(reference.path, message, "`ReadWriteMany`, or a claim for each pod", reference.pod.object)


def _is_of_a_spec(item: Object) -> bool:
    key, start = _CHART
    return str(item.data.get("metadata", {}).get("labels", {}).get(key, "")).startswith(start)
