"""Check that the quotas of the namespace (ResourceQuota) leave room for the run."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from render.doctor.check_result import CheckResult, Verdict, fault, ok, unknown, warning
from render.doctor.cluster_view import POD, ClusterView
from render.doctor.nodes.batch import PodStage, pod_stages
from render.doctor.present_run import present_objects, present_pods
from render.doctor.requirements import Requirements
from render.doctor.storage import CLAIM
from render.kube.formats.resources import COMPUTE
from render.kube.gvk import GroupVersionKind
from render.kube.policies.matching import guess_resource
from render.kube.quantity import amount, format_amount
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.pod_resources import effective_limits, effective_requests
from render.manifests.pods import Pod, pods
from render.source import Document

_KIND = GroupVersionKind("", "v1", "ResourceQuota")
_NO_DOCUMENT = Document("", "", None)
_LATER = "pods above a quota are retried: the run waits and keeps the resources that it has"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per quota."""
    requested = _requested(wanted)
    own: Mapping[str, Fraction] | None = None
    for quota in view.list(_KIND, wanted.namespace):
        subject = f"ResourceQuota/{quota['metadata']['name']}"
        found = _quota_result(subject, quota, requested, {})
        if found.verdict is Verdict.WARNING:
            own = _used_by_run(wanted, view) if own is None else own
            found = _quota_result(subject, quota, requested, own)
        yield found


def _quota_result(
    subject: str, quota: Data, requested: Mapping[str, Fraction], own: Mapping[str, Fraction]
) -> CheckResult:
    """Compare a quota with the run. `own` is what a run of the same name uses of it now."""
    if quota["spec"].get("scopes") or quota["spec"].get("scopeSelector"):
        return unknown(
            subject,
            "it applies to some pods only (`scopes`), which this check does not evaluate",
            "compare it with the run",
        )
    hard, used = (
        quota.get("status", {}).get("hard", quota["spec"].get("hard", {})),
        quota.get("status", {}).get("used", {}),
    )
    busy = []
    for name, most in sorted(hard.items()):
        value, bound = requested.get(name, Fraction(0)), amount(most) or Fraction(0)
        wants = f"the run takes {_shown(name, value)} `{name}`"
        if value > bound:
            return fault(
                subject, f"{wants}, and the quota is {_shown(name, bound)}", "use a smaller run or a larger quota"
            )
        left = max(bound - (amount(used.get(name)) or Fraction(0)) + own.get(name, Fraction(0)), Fraction(0))
        if value > left:
            busy.append(f"{wants}, and {_shown(name, left)} are left")
    if busy:
        return warning(subject, "; ".join(busy), _LATER)
    return ok(subject, "it has room for the run")


def _requested(wanted: Requirements) -> Mapping[str, Fraction]:
    """Return the run's peak usage by the resource names of quotas.

    Source: https://kubernetes.io/docs/concepts/policy/resource-quotas/
    """
    peak: dict[str, Fraction] = {}
    for stage in pod_stages(wanted.running, None):
        own = _of_stage(stage)
        peak = {name: max(own.get(name, Fraction(0)), peak.get(name, Fraction(0))) for name in {**own, **peak}}
    return {**_of_objects((*wanted.applied, *wanted.expanded)), **peak}


def _used_by_run(wanted: Requirements, view: ClusterView) -> Mapping[str, Fraction]:
    """Return the resources that a run of the same name uses now, by the resource names of quotas."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for data in present_pods(wanted, view):
        for pod in pods(Object(_NO_DOCUMENT, "", POD, dict(data))):
            _count_pods(found, pod, 1)
    return {**_of_objects(present_objects(wanted, view)), **found}


def _of_objects(items: Iterable[Object]) -> Mapping[str, Fraction]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for item in items:
        _count(found, item.kind, 1)
        if item.kind == CLAIM:
            found["requests.storage"] += amount(item.data["spec"]["resources"]["requests"]["storage"]) or 0
    return found


def _of_stage(stage: PodStage) -> dict[str, Fraction]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for batch in stage.batches:
        _count_pods(found, batch.pod, batch.count)
    return found


def _count_pods(found: dict[str, Fraction], pod: Pod, count: int) -> None:
    _count(found, POD, count)
    for name, value in effective_requests(pod).items():
        found[f"requests.{name}"] += value * count
        if name in COMPUTE:
            found[name] += value * count
    for name, value in effective_limits(pod).items():
        found[f"limits.{name}"] += value * count


def _count(found: dict[str, Fraction], kind: GroupVersionKind, count: int) -> None:
    plural = guess_resource(kind)
    found[f"count/{plural}.{kind.group}" if kind.group else f"count/{plural}"] += count
    if not kind.group:
        found[plural] += count


def _shown(name: str, value: Fraction) -> str:
    return format_amount(value, is_size="memory" in name or "storage" in name)
