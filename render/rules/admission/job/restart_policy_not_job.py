"""ADM501 restart-policy-not-job: a Job's pods would restart forever.

A Job's pods need `restartPolicy: Never` or `OnFailure`, because a pod's default is `Always`. With a `podFailurePolicy`
it is `Never`. The API server rejects the Job. It accepts a JobSet with any value, and `OnFailure` is the default there;
it rejects the JobSet's Jobs later.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-template

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec: {template: {spec: {containers: [{name: main, image: eval}]}}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}}
"""

from collections.abc import Iterator

from render.manifests.jobs import Job
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule


@rule
def check(job: Job) -> Iterator[Finding]:
    """Check the restart policy of the pods."""
    path = (*job.spec_path, "template", "spec", "restartPolicy")
    policy = job.pod_spec.get("restartPolicy") or ("OnFailure" if job.is_opaque else "Always")
    if policy == "Always":
        hint = "set `restartPolicy: Never` or `restartPolicy: OnFailure`"
        yield required(path, 'valid values: "OnFailure", "Never"', hint)
    elif policy == "OnFailure" and "podFailurePolicy" in job.spec:
        why = 'only "Never" is supported when podFailurePolicy is specified'
        yield invalid(path, policy, why, "set `restartPolicy: Never`")
