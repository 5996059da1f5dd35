"""GIT106 chart-version-in-pods: the next version of the chart can't be applied to a running object.

A label of the pods that holds a chart's version changes with it. The pods of a Job and of a JobSet are immutable: an
upgrade that changes nothing else is refused, and the sync fails.

Source: https://github.com/helm/helm/issues/7725

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train, labels: {helm.sh/chart: train-1.2.0}}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              template:
                metadata: {labels: {helm.sh/chart: train-1.2.0}}
                spec: {containers: [{name: node, image: "registry.example/train:1"}]}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train, labels: {helm.sh/chart: train-1.2.0}}
    spec:
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/train:1"}]}}}}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.rule import Finding, rule

_VERSIONED = ("app.kubernetes.io/version", "helm.sh/chart")
_KINDS = ("batch/Job", "jobset.x-k8s.io/JobSet")


@rule(severity=Severity.WARNING, kinds=_KINDS, keys=_VERSIONED)
def check(pod: Pod) -> Iterator[Finding]:
    """Look for such labels where pods can't be changed."""
    for key in _VERSIONED:
        if key in pod.metadata.get("labels", {}):
            message = f"`{key}` changes with the chart, and the pods of a {pod.object.kind.name} can't change"
            yield Finding((*pod.path, "metadata", "labels", key), message, "leave it out of the pods")
