"""SCD122 key-misspelt: nothing reads this label or annotation, but a scheduler or controller reads a similar one.

Kueue, Volcano, JobSet and others are asked for by labels and annotations. A misspelt one is accepted like any other,
and has no effect.

Source: https://kueue.sigs.k8s.io/docs/reference/labels-and-annotations/

Example:
    image: registry.example/train:1
    pod: {annotations: {kueue.x-k8s.io/podset-require-topology: kubernetes.io/hostname}}
Use instead:
    image: registry.example/train:1
    pod: {annotations: {kueue.x-k8s.io/podset-required-topology: kubernetes.io/hostname}}
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_KNOWN = frozenset(
    (
        # https://kueue.sigs.k8s.io/docs/reference/labels-and-annotations/
        *("kueue.x-k8s.io/job-uid", "kueue.x-k8s.io/managed", "kueue.x-k8s.io/max-exec-time-seconds"),
        *("kueue.x-k8s.io/multikueue-origin", "kueue.x-k8s.io/pod-group-fast-admission"),
        *("kueue.x-k8s.io/pod-group-name", "kueue.x-k8s.io/pod-group-pod-index"),
        *("kueue.x-k8s.io/pod-group-pod-index-label", "kueue.x-k8s.io/pod-group-serving"),
        *("kueue.x-k8s.io/pod-group-total-count", "kueue.x-k8s.io/pod-suspending-parent", "kueue.x-k8s.io/podset"),
        *("kueue.x-k8s.io/podset-group-name", "kueue.x-k8s.io/podset-preferred-topology"),
        *("kueue.x-k8s.io/podset-required-topology", "kueue.x-k8s.io/podset-slice-required-topology"),
        "kueue.x-k8s.io/podset-slice-required-topology-constraints",
        *("kueue.x-k8s.io/podset-slice-size", "kueue.x-k8s.io/podset-unconstrained-topology"),
        *("kueue.x-k8s.io/prebuilt-workload-name", "kueue.x-k8s.io/priority-boost", "kueue.x-k8s.io/priority-class"),
        *("kueue.x-k8s.io/queue-name", "kueue.x-k8s.io/retriable-in-group", "kueue.x-k8s.io/role-hash"),
        *("kueue.x-k8s.io/safe-to-forcefully-terminate", "kueue.x-k8s.io/tas", "kueue.x-k8s.io/workload"),
        # https://volcano.sh/en/docs/
        *("scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name", "scheduling.volcano.sh/queue-name"),
        *("volcano.sh/jdb-max-unavailable", "volcano.sh/jdb-min-available", "volcano.sh/job-name"),
        *("volcano.sh/job-namespace", "volcano.sh/job-retry-count", "volcano.sh/job-type", "volcano.sh/job-version"),
        *("volcano.sh/cooldown-time", "volcano.sh/numa-topology-policy", "volcano.sh/preemptable"),
        *("volcano.sh/queue-name", "volcano.sh/revocable-zone", "volcano.sh/sla-waiting-time"),
        *(
            "volcano.sh/task-index",
            "volcano.sh/task-priority",
            "volcano.sh/task-spec",
            "volcano.sh/task-topology-affinity",
        ),
        *("volcano.sh/task-topology-anti-affinity", "volcano.sh/task-topology-task-order", "volcano.sh/template-uid"),
        # https://github.com/kubernetes-sigs/scheduler-plugins/tree/master/pkg/coscheduling
        "scheduling.x-k8s.io/pod-group",
        # https://github.com/kai-scheduler/KAI-Scheduler/tree/main/docs
        *("kai.scheduler/queue", "kai.scheduler/node-pool", "kai.scheduler/batch-min-member"),
        *("kai.scheduler/subgroup-name", "kai.scheduler/skip-podgrouper", "kai.scheduler/preemptibility"),
        *("kai.scheduler/preemption-delay", "kai.scheduler/staleness-grace-period", "kai.scheduler/segment-size"),
        *("kai.scheduler/topology", "kai.scheduler/topology-required-placement"),
        "kai.scheduler/topology-preferred-placement",
        # https://jobset.sigs.k8s.io/docs/reference/
        *("alpha.jobset.sigs.k8s.io/exclusive-topology", "alpha.jobset.sigs.k8s.io/namespaced-job"),
        *("alpha.jobset.sigs.k8s.io/node-selector", "alpha.jobset.sigs.k8s.io/no-schedule"),
        # Networks, meshes, autoscalers, buckets
        *("k8s.v1.cni.cncf.io/networks", "k8s.v1.cni.cncf.io/network-status", "networking.gke.io/default-interface"),
        *("networking.gke.io/interfaces", "sidecar.istio.io/inject", "linkerd.io/inject"),
        *("cluster-autoscaler.kubernetes.io/safe-to-evict", "karpenter.sh/do-not-disrupt", "gke-gcsfuse/volumes"),
        # https://kubernetes.io/docs/reference/labels-annotations-taints/
        *("node.kubernetes.io/instance-type", "topology.kubernetes.io/region", "topology.kubernetes.io/zone"),
    )
)
_DOMAINS = frozenset(name.partition("/")[0] for name in _KNOWN)
_OTHERS = ("kubernetes.io", "argoproj.io", "helm.sh")
"""Ends of domains that have many other names."""
_SIMILAR = 0.9


@rule(severity=Severity.WARNING)
def check(item: Object) -> Iterator[Finding]:
    """Report unknown keys that are similar to known ones."""
    metadata = chain([((), item.data)], ((pod.path, {"metadata": pod.metadata}) for pod in pods(item) if pod.path))
    for path, holder in metadata:
        for kind in ("labels", "annotations"):
            for key in holder.get("metadata", {}).get(kind) or ():
                yield from _misspelt((*path, "metadata", kind, key), key)


def _misspelt(path: Path, key: str) -> Iterator[Finding]:
    suggestion = _suggestion(key)
    if suggestion is not None:
        message = f"nothing reads `{key}`: did you mean `{suggestion}`?"
        yield Finding(path, message, f"rename it to `{suggestion}`", is_about_key=True)


@lru_cache(maxsize=1024)
def _suggestion(key: str) -> str | None:
    """Return the known key that an unknown one is similar to. Most objects have the same few keys."""
    domain, slash, _ = key.partition("/")
    if not slash or key in _KNOWN:
        return None
    if domain not in _DOMAINS and domain.endswith(_OTHERS):
        return None
    from render.schema_errors.suggest import nearest

    return nearest(key, _KNOWN, _SIMILAR)
