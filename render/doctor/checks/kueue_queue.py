"""Check that the run's Kueue queue exists, is active and has quota for the whole run."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from render.cluster.products import KUEUE, PRODUCTS
from render.doctor.check_result import CheckResult, fault, ok, warning
from render.doctor.cluster_view import NAMESPACE, ClusterView
from render.doctor.present_run import present_reservation
from render.doctor.requirements import Requirements
from render.kube import selector
from render.kube.quantity import amount, format_amount
from render.manifests.paths import Data
from render.manifests.pod_resources import effective_requests
from render.programs.replicas import replica_count

_LABEL = "kueue.x-k8s.io/queue-name"
_CLASS_LABEL = "kueue.x-k8s.io/priority-class"
_LATER = "Kueue admits the run when the quota is free again"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield results from the label to the quota, up to the first fault."""
    labels = (item.data["metadata"].get("labels", {}).get(_LABEL) for item in wanted.applied)
    for name in sorted({label for label in labels if label}):
        kinds = view.served(KUEUE, "LocalQueue")
        if not kinds:
            yield fault(f"LocalQueue/{name}", "the cluster has no Kueue", PRODUCTS[KUEUE].hint)
            continue
        queue = view.find(kinds[0], wanted.namespace, name)
        yield from _local(f"LocalQueue/{name}", queue, wanted, view)
    yield from _classes(wanted, view)


def _classes(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a fault for each missing WorkloadPriorityClass: Kueue then ignores the run without a word."""
    labels = (item.data["metadata"].get("labels", {}).get(_CLASS_LABEL) for item in wanted.applied)
    for name in sorted({label for label in labels if label}):
        for kind in view.served(KUEUE, "WorkloadPriorityClass")[:1]:
            if view.find(kind, None, name) is None:
                hint = "create it, or name one that exists: `kubectl get workloadpriorityclasses` lists them"
                message = "it does not exist: the run stays suspended, and nothing reports it"
                yield fault(f"WorkloadPriorityClass/{name}", message, hint)


def _local(subject: str, queue: Data | None, wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    if queue is None:
        yield fault(
            subject, f"it does not exist in `{wanted.namespace}`", "`kubectl get localqueues` lists those that do"
        )
        return
    if queue["spec"].get("stopPolicy", "None") != "None":
        yield fault(subject, f"it is stopped (`{queue['spec']['stopPolicy']}`)", "ask the owner of the queue")
        return
    name = queue["spec"]["clusterQueue"]
    yield ok(subject, f"it points to `ClusterQueue/{name}`")
    found = view.find(view.served(KUEUE, "ClusterQueue")[0], None, name)
    if found is None:
        yield fault(
            f"ClusterQueue/{name}", f"it does not exist, and {subject} points to it", "create it, or use another queue"
        )
    else:
        yield _cluster(f"ClusterQueue/{name}", found, wanted, view)


def _cluster(subject: str, queue: Data, wanted: Requirements, view: ClusterView) -> CheckResult:
    spec = queue["spec"]
    conditions = {one["type"]: one for one in queue.get("status", {}).get("conditions", ())}
    active = conditions.get("Active", {})
    if spec.get("stopPolicy", "None") != "None":
        return fault(subject, f"it is stopped (`{spec['stopPolicy']}`)", "ask the owner of the queue")
    if active.get("status") == "False":
        return fault(subject, f"it is not active: {active.get('message', '')}", "ask the owner of the queue")
    namespace = view.find(NAMESPACE, None, wanted.namespace)
    labels = (namespace or {}).get("metadata", {}).get("labels", {})
    chosen = spec.get("namespaceSelector")
    if chosen is None or not selector.matches(chosen, labels):
        return fault(subject, f"it does not admit namespace `{wanted.namespace}`", "see its `namespaceSelector`")
    return _quota(subject, queue, wanted, view)


def _quota(subject: str, queue: Data, wanted: Requirements, view: ClusterView) -> CheckResult:
    """Compare the run's requests with the quota, summed over flavors."""
    nominal, is_open = _nominal(queue)
    used = _used(queue)
    total = _total(wanted)
    if any(value > nominal.get(name, 0) - used.get(name, 0) for name, value in total.items()):
        own = present_reservation(wanted, view, queue["metadata"]["name"])
        used = {name: value - own.get(name, 0) for name, value in used.items()}
    busy = []
    for name, value in sorted(total.items()):
        wants = f"the run needs {_shown(name, value)} `{name}`"
        if name not in nominal:
            return fault(
                subject, f"{wants}, for which it has no quota", "add a flavor with the resource, or use another queue"
            )
        if value > nominal[name]:
            message = f"{wants}, and its quota is {_shown(name, nominal[name])}"
            if is_open:
                return warning(subject, message, "it is admitted only if it can borrow the rest from its cohort")
            return fault(subject, message, "use a smaller run or another queue")
        if value > nominal[name] - used.get(name, 0):
            busy.append(f"{wants}, and {_shown(name, max(Fraction(0), nominal[name] - used[name]))} are free")
    if busy:
        return warning(subject, "; ".join(busy), _LATER)
    return ok(subject, "it is active and has quota for the run")


def _total(wanted: Requirements) -> Mapping[str, Fraction]:
    """Return the requests that are admitted as a whole: of all pods, also those that run one after the other."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for pod in wanted.pods:
        for name, value in effective_requests(pod).items():
            found[name] += value * (replica_count(pod) or 1)
    return found


def _nominal(queue: Data) -> tuple[Mapping[str, Fraction], bool]:
    """Return the quota by resource including borrowing, and whether borrowing is unlimited."""
    has_cohort = bool(queue["spec"].get("cohortName") or queue["spec"].get("cohort"))
    found: dict[str, Fraction] = {}
    is_open = False
    for group in queue["spec"].get("resourceGroups", ()):
        for flavor in group["flavors"]:
            for resource in flavor["resources"]:
                lent = amount(resource.get("borrowingLimit")) if has_cohort else Fraction(0)
                is_open |= lent is None
                own = (amount(resource["nominalQuota"]) or 0) + (lent or 0)
                found[resource["name"]] = found.get(resource["name"], Fraction(0)) + own
    return found, is_open


def _used(queue: Data) -> Mapping[str, Fraction]:
    found: dict[str, Fraction] = {}
    for flavor in queue.get("status", {}).get("flavorsReservation", ()):
        for resource in flavor.get("resources", ()):
            found[resource["name"]] = found.get(resource["name"], Fraction(0)) + (amount(resource.get("total")) or 0)
    return found


def _shown(name: str, value: Fraction) -> str:
    return format_amount(value, is_size=name == "memory")
