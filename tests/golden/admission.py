"""What JobSet's CRD and webhook refuse when a JobSet is created, beyond the schema.

Source: JobSet v0.12.0 with its default feature gates (`api/jobset/v1alpha2`, `pkg/webhooks/jobset_webhook.go`).
Rules about updates are left out, and those of coordinator and claim policies, which no run of ours has.
"""

import re
from collections.abc import Iterator

from tests.golden.cases import Object
from tests.golden.controllers import defaulted, subdomain

LABEL = re.compile("[a-z]([-a-z0-9]*[a-z0-9])?")
RULE_NAME = re.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?")
REASONS = {
    "BackoffLimitExceeded",
    "DeadlineExceeded",
    "FailedIndexes",
    "MaxFailedIndexesExceeded",
    "PodFailurePolicy",
}
GATED_ACTIONS = {"RestartJob", "RestartJobAndIgnoreMaxRestarts"}
UNKNOWN_TO_US = {"coordinator", "volumeClaimPolicies", "managedBy"}


def refusals(jobset: Object) -> Iterator[str]:
    """Yield why a JobSet is refused. Raises NotImplementedError for fields whose rules are not here."""
    jobset = defaulted(jobset)
    if unknown := UNKNOWN_TO_US & jobset["spec"].keys():
        raise NotImplementedError(f"no rules for {unknown}")
    yield from _names(jobset)
    yield from _dependencies(jobset["spec"])
    yield from _targets(jobset["spec"])
    yield from _failure_rules(jobset["spec"])


def _is_label(name: str) -> bool:
    return LABEL.fullmatch(name) is not None and len(name) <= 63


def _names(jobset: Object) -> Iterator[str]:
    if not _is_label(subdomain(jobset)):
        yield f"subdomain `{subdomain(jobset)}` is no DNS label"
    roles = jobset["spec"]["replicatedJobs"]
    if len({role["name"] for role in roles}) < len(roles):
        yield "two replicated jobs have one name"
    for role in roles:
        job = role["template"]["spec"]
        longest = f"{jobset['metadata']['name']}-{role['name']}-{max(role['replicas'] - 1, 0)}"
        if not _is_label(longest):
            yield f"job name `{longest}` is no DNS label"
        if job["completionMode"] == "Indexed" and "completions" in job:
            pod = f"{longest}-{job['completions'] - 1}-abcde"
            if not _is_label(pod):
                yield f"pod name `{pod}` is no DNS label"
        if job["parallelism"] * role["replicas"] > 2**31 - 1:
            yield f"replicated job `{role['name']}` has too many pods"


def _dependencies(spec: Object) -> Iterator[str]:
    roles = spec["replicatedJobs"]
    if roles[0].get("dependsOn"):
        yield "the first replicated job depends on another"
    for position, role in enumerate(roles):
        known = {earlier["name"] for earlier in roles[: position + 1]}
        for dependency in role.get("dependsOn", []):
            if dependency["name"] not in known:
                yield f"`{role['name']}` depends on `{dependency['name']}`, which does not come before it"
        if role.get("dependsOn") and spec["startupPolicy"]["startupPolicyOrder"] == "InOrder":
            yield "dependsOn beside startupPolicy InOrder"


def _targets(spec: Object) -> Iterator[str]:
    known = {role["name"] for role in spec["replicatedJobs"]}
    for policy in (spec["successPolicy"], *spec.get("failurePolicy", {}).get("rules", [])):
        for target in policy.get("targetReplicatedJobs", []):
            if target not in known:
                yield f"a policy targets `{target}`, which is no replicated job"


def _failure_rules(spec: Object) -> Iterator[str]:
    policy = spec.get("failurePolicy", {})
    if policy.get("restartStrategy") == "InPlaceRestart":
        yield "InPlaceRestart needs a feature gate"
    rules = policy.get("rules", [])
    if len({rule["name"] for rule in rules}) < len(rules):
        yield "two failure rules have one name"
    for rule in rules:
        if not RULE_NAME.fullmatch(rule["name"]) or len(rule["name"]) > 128:
            yield f"failure rule name `{rule['name']}`"
        if rule["action"] in GATED_ACTIONS:
            yield f"{rule['action']} needs a feature gate"
        for reason in rule.get("onJobFailureReasons", []):
            if reason not in REASONS:
                yield f"`{reason}` is no reason of a Job's failure"
