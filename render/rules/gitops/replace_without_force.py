"""GIT105 replace-without-force: `Replace=true` alone can't replace an immutable object.

The pods of a Job and of a JobSet are immutable. `Replace=true` alone sends the new object as an update, which the API
server rejects like any other change. With `Force=true`, Argo CD deletes the object first, and the run starts again.

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
    """Report `Replace=true` without `Force=true`."""
    written = item.data.get("metadata", {}).get("annotations", {}).get(_OPTIONS, "")
    options = {option.strip() for option in written.split(",")}
    if "Replace=true" in options and "Force=true" not in options:
        message = "the API server rejects a changed run as immutable: `Replace=true` alone doesn't delete the old one"
        yield Finding(
            ("metadata", "annotations", _OPTIONS), message, "write `Force=true,Replace=true`, which restarts the run"
        )
