"""GIT109 default-not-written: JobSet's webhook adds a field that the manifest doesn't set.

GitOps engines compare a list in a custom resource as a whole. JobSet's webhook adds `completionMode` and
`restartPolicy` to the list of replicated jobs, and an engine that doesn't ask the server what it would store
(`ServerSideDiff=true`) reports a difference permanently.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata:
      name: train
      annotations: {argocd.argoproj.io/sync-options: ServerSideApply=true}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: node, image: "train:1"}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata:
      name: train
      annotations: {argocd.argoproj.io/sync-options: ServerSideApply=true}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completionMode: Indexed
              template: {spec: {restartPolicy: OnFailure, containers: [{name: node, image: "train:1"}]}}
"""

from collections.abc import Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.gitops._tracking import is_tracked
from render.rules.rule import Finding, rule

_OPTIONS = "argocd.argoproj.io/compare-options"


@rule(severity=Severity.INFO, kinds=("jobset.x-k8s.io/JobSet",))
def check(item: Object) -> Iterator[Finding]:
    """Report fields of a tracked JobSet that the webhook would add."""
    options = item.data.get("metadata", {}).get("annotations", {}).get(_OPTIONS, "")
    if not is_tracked(item) or "ServerSideDiff=true" in options:
        return
    for job in replicated_jobs(item.data):
        for path, data, field, default in (
            (job.job_path, job.job, "completionMode", "Indexed"),
            (job.pod_path, job.pod, "restartPolicy", "OnFailure"),
        ):
            if field not in data:
                message = (
                    f"JobSet's webhook adds `{field}: {default}` here, so the GitOps engine reports a difference "
                    "permanently"
                )
                yield Finding(path, message, f"write `{field}: {default}`")
