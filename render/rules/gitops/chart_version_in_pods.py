"""GIT106 chart-version-in-pods: a label with the chart's version makes every chart upgrade of a running object fail.

A pod label that holds the chart's version changes with each upgrade of the chart. The pods of a Job and of a JobSet are
immutable: the API server rejects an upgrade even if nothing else changes, and the sync fails.

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
    """Report version labels on pods that can't be changed."""
    for key in _VERSIONED:
        if key in pod.metadata.get("labels", {}):
            message = (
                f"`{key}` changes with the chart's version, but the pods of a {pod.object.kind.name} are immutable"
            )
            yield Finding((*pod.path, "metadata", "labels", key), message, "remove the label from the pods")
