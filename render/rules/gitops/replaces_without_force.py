"""GIT105 replaces-without-force: Argo CD can't replace what is immutable.

The pods of a Job and of a JobSet can't be changed. `Replace=true` alone sends the new object to the old one, and is
refused like any other change; with `Force=true` Argo CD deletes the object first, and the run starts again.

Source: https://github.com/argoproj/argo-cd/issues/14910

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train, annotations: {argocd.argoproj.io/sync-options: Replace=true}}
    spec:
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/train:1"}]}}}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train, annotations: {argocd.argoproj.io/sync-options: "Force=true,Replace=true"}}
    spec:
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/train:1"}]}}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.rule import Finding, rule

_OPTIONS = "argocd.argoproj.io/sync-options"
_KINDS = ("batch/Job", "jobset.x-k8s.io/JobSet", "trainer.kubeflow.org/TrainJob")


@rule(severity=Severity.WARNING, kinds=_KINDS, keys=(_OPTIONS,))
def check(item: Object) -> Iterator[Finding]:
    """Look for one option without the other."""
    written = item.data.get("metadata", {}).get("annotations", {}).get(_OPTIONS, "")
    options = {option.strip() for option in written.split(",")}
    if "Replace=true" in options and "Force=true" not in options:
        message = "a changed run is refused as immutable: `Replace=true` alone does not delete the old one"
        yield Finding(
            ("metadata", "annotations", _OPTIONS), message, "`Force=true,Replace=true`, which restarts the run"
        )
