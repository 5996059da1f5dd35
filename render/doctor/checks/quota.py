"""Ask whether the quotas of the namespace (ResourceQuota) leave room for all pods and objects of the run."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from render.doctor.finding import Finding, fault, ok, unknown, warning
from render.doctor.nodes.batch import Stage, stages
from render.doctor.storage import CLAIM
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind
from render.kube.matching import resource
from render.kube.quantity import amount, shown
from render.kube.resources import COMPUTE
from render.manifests.needs import limits, needs
from render.manifests.places import Data

_KIND = Kind("", "v1", "ResourceQuota")
_POD = Kind("", "v1", "Pod")
_LATER = "pods that a quota refuses are tried again and again: the run waits, holding what it has got"


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a quota."""
    asked = _asked(wanted)
    for quota in view.list(_KIND, wanted.namespace):
        yield _judged(f"ResourceQuota/{quota['metadata']['name']}", quota, asked)


def _judged(subject: str, quota: Data, asked: Mapping[str, Fraction]) -> Finding:
    if quota["spec"].get("scopes") or quota["spec"].get("scopeSelector"):
        return unknown(subject, "it is for some pods only (`scopes`), which is not read", "compare it with the run")
    hard, used = (
        quota.get("status", {}).get("hard", quota["spec"].get("hard", {})),
        quota.get("status", {}).get("used", {}),
    )
    busy = []
    for name, most in sorted(hard.items()):
        value, bound = asked.get(name, Fraction(0)), amount(most) or Fraction(0)
        wants = f"the run takes {_shown(name, value)} `{name}`"
        if value > bound:
            return fault(subject, f"{wants}, and it grants {_shown(name, bound)}", "a smaller run, or a larger quota")
        left = max(bound - (amount(used.get(name)) or Fraction(0)), Fraction(0))
        if value > left:
            busy.append(f"{wants}, and {_shown(name, left)} are left")
    if busy:
        return warning(subject, "; ".join(busy), _LATER)
    return ok(subject, "it has room for the run")


def _asked(wanted: Wanted) -> Mapping[str, Fraction]:
    """Return what a run counts for, by the names that quotas have for it: the most at one time.

    Source: https://kubernetes.io/docs/concepts/policy/resource-quotas/
    """
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for item in (*wanted.applied, *wanted.made):
        _count(found, item.kind, 1)
        if item.kind == CLAIM:
            found["requests.storage"] += amount(item.data["spec"]["resources"]["requests"]["storage"]) or 0
    peak: dict[str, Fraction] = {}
    for stage in stages(wanted.running, None):
        own = _of_stage(stage)
        peak = {name: max(own.get(name, Fraction(0)), peak.get(name, Fraction(0))) for name in {**own, **peak}}
    return {**found, **peak}


def _of_stage(stage: Stage) -> dict[str, Fraction]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for batch in stage.batches:
        _count(found, _POD, batch.count)
        for name, value in needs(batch.pod).items():
            found[f"requests.{name}"] += value * batch.count
            if name in COMPUTE:
                found[name] += value * batch.count
        for name, value in limits(batch.pod).items():
            found[f"limits.{name}"] += value * batch.count
    return found


def _count(found: dict[str, Fraction], kind: Kind, count: int) -> None:
    plural = resource(kind)
    found[f"count/{plural}.{kind.group}" if kind.group else f"count/{plural}"] += count
    if not kind.group:
        found[plural] += count


def _shown(name: str, value: Fraction) -> str:
    return shown(value, is_size="memory" in name or "storage" in name)
