"""GIT109 default-left-out: JobSet's webhook writes a field that the manifest leaves out.

A list of a custom resource is compared as a whole. The webhook fills in `completionMode` and `restartPolicy` in the
list of replicated jobs, and a GitOps engine that does not ask the server what it would write (`ServerSideDiff=true`)
sees a difference for ever.

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
from render.rules.gitops._marks import is_watched
from render.rules.rule import Finding, rule

_OPTIONS = "argocd.argoproj.io/compare-options"


@rule(severity=Severity.INFO, kinds=("jobset.x-k8s.io/JobSet",))
def check(item: Object) -> Iterator[Finding]:
    """Look for fields of the watched JobSet that are not there, and will be."""
    options = item.data.get("metadata", {}).get("annotations", {}).get(_OPTIONS, "")
    if not is_watched(item) or "ServerSideDiff=true" in options:
        return
    for job in replicated_jobs(item.data):
        for path, data, field, default in (
            (job.job_path, job.job, "completionMode", "Indexed"),
            (job.pod_path, job.pod, "restartPolicy", "OnFailure"),
        ):
            if field not in data:
                message = (
                    f"JobSet's webhook writes `{field}: {default}` here, and the engine sees a difference for ever"
                )
                yield Finding(path, message, "write it, too")
