"""ADM505 failure-policy-malformed: a rule of a Job's pod failure policy can't be applied.

A rule is for exit codes or for pod conditions, not both. Exit codes are in order and each there once; `In` can't have
0, which is success. A container that is named is one of the pod's. `FailIndex` needs `backoffLimitPerIndex`. With a
policy a failed pod is replaced when it has failed. The API server refuses the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [42, 3]}}]}
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [3, 42]}}]}
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
"""

from collections.abc import Iterator

from render.kube import labels
from render.manifests.jobs import Job
from render.manifests.places import Data, listed
from render.rules.admission._refusal import each_invalid, invalid, too_many, unsupported
from render.rules.admission.job import _exit_codes
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

MAX_RULES = 20


@rule(keys=("podFailurePolicy",))
def check(job: Job) -> Iterator[Finding]:
    """Yield what is wrong with each rule, and with what stands beside them."""
    policy, path = job.spec.get("podFailurePolicy"), (*job.spec_path, "podFailurePolicy")
    if policy is None:
        return
    if len(policy.get("rules", ())) > MAX_RULES:
        yield too_many((*path, "rules"), len(policy["rules"]), MAX_RULES)
    for place, entry in listed(path, policy, "rules"):
        yield from _of_rule(job, place, entry)
    replaced = job.spec.get("podReplacementPolicy") or "Failed"
    if replaced != "Failed":
        yield unsupported((*job.spec_path, "podReplacementPolicy"), replaced, ["Failed"])


def _of_rule(job: Job, path: Path, entry: Data) -> Iterator[Finding]:
    codes, conditions = entry.get("onExitCodes"), entry.get("onPodConditions", ())
    if entry.get("action") == "FailIndex" and "backoffLimitPerIndex" not in job.spec:
        yield invalid((*path, "action"), "FailIndex", "requires the backoffLimitPerIndex to be set")
    if codes is None and not conditions:
        yield invalid(path, entry, "specifying one of OnExitCodes and OnPodConditions is required")
    elif codes is not None and conditions:
        yield invalid(path, entry, "specifying both OnExitCodes and OnPodConditions is not supported")
    if codes is not None:
        containers = (*job.pod_spec.get("containers", ()), *job.pod_spec.get("initContainers", ()))
        yield from _exit_codes.malformed((*path, "onExitCodes"), codes, {found.get("name") for found in containers})
    for place, pattern in listed(path, entry, "onPodConditions"):
        kind = pattern.get("type", "")
        yield from each_invalid((*place, "type"), kind, labels.key(kind))
