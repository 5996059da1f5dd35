"""ADM501 restart-policy-not-job: the pods of a Job would never end.

A Job's pods have `restartPolicy: Never` or `OnFailure`, and it must be written: a pod's default is `Always`. With a
`podFailurePolicy` it is `Never`. The API server refuses the Job. A JobSet is accepted with anything, and gives its pods
`OnFailure` where nothing is written; its Jobs are refused then.

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
from render.rules.admission._refusal import invalid, required
from render.rules.rule import Finding, rule


@rule
def check(job: Job) -> Iterator[Finding]:
    """Yield that the pods restart where they must not."""
    path = (*job.spec_path, "template", "spec", "restartPolicy")
    policy = job.pod_spec.get("restartPolicy") or ("OnFailure" if job.is_opaque else "Always")
    if policy == "Always":
        hint = "write `restartPolicy: Never`, or `OnFailure`"
        yield required(path, 'valid values: "OnFailure", "Never"', hint)
    elif policy == "OnFailure" and "podFailurePolicy" in job.spec:
        why = 'only "Never" is supported when podFailurePolicy is specified'
        yield invalid(path, policy, why, "write `restartPolicy: Never`")
