"""ADM505 failure-policy-malformed: a rule of a pod failure policy is invalid.

A rule has exit codes or pod conditions, not both. Exit codes are sorted and unique; the operator `In` excludes 0, which
means success. `containerName` is one of the pod's containers. `FailIndex` requires `backoffLimitPerIndex`. With a
policy `podReplacementPolicy` is `Failed`. The API server rejects the Job.

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

from render.kube.formats import labels
from render.manifests.jobs import Job
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, invalid, too_many, unsupported
from render.rules.admission.job import _exit_codes
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

MAX_RULES = 20


@rule(keys=("podFailurePolicy",))
def check(job: Job) -> Iterator[Finding]:
    """Check each rule, and the fields that depend on the policy."""
    policy, path = job.spec.get("podFailurePolicy"), (*job.spec_path, "podFailurePolicy")
    if policy is None:
        return
    if len(policy.get("rules", ())) > MAX_RULES:
        yield too_many((*path, "rules"), len(policy["rules"]), MAX_RULES)
    for place, entry in list_items(path, policy, "rules"):
        yield from _check_rule(job, place, entry)
    replaced = job.spec.get("podReplacementPolicy") or "Failed"
    if replaced != "Failed":
        yield unsupported((*job.spec_path, "podReplacementPolicy"), replaced, ["Failed"])


def _check_rule(job: Job, path: Path, entry: Data) -> Iterator[Finding]:
    codes, conditions = entry.get("onExitCodes"), entry.get("onPodConditions", ())
    if entry.get("action") == "FailIndex" and "backoffLimitPerIndex" not in job.spec:
        yield invalid((*path, "action"), "FailIndex", "requires the backoffLimitPerIndex to be set")
    if codes is None and not conditions:
        yield invalid(path, entry, "specifying one of OnExitCodes and OnPodConditions is required")
    elif codes is not None and conditions:
        yield invalid(path, entry, "specifying both OnExitCodes and OnPodConditions is not supported")
    if codes is not None:
        containers = (*job.pod_spec.get("containers", ()), *job.pod_spec.get("initContainers", ()))
        yield from _exit_codes.check_exit_codes(
            (*path, "onExitCodes"), codes, {found.get("name") for found in containers}
        )
    for place, pattern in list_items(path, entry, "onPodConditions"):
        kind = pattern.get("type", "")
        yield from each_invalid((*place, "type"), kind, labels.key_errors(kind))
