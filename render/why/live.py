"""Read the objects of a run's namespace, and those that decide about it, from a cluster. Nothing is written."""

from collections.abc import Iterator

from render.cluster import Client, ClusterError, DeniedError, NotServedError
from render.cluster.products import COSCHEDULING, JOBSET, KUEUE, NATIVE, TRAINER, VOLCANO
from render.kube.gvk import GroupVersionKind
from render.why.dump import LOG_TAIL
from render.why.object_index import ObjectIndex
from render.why.training_run import TrainingRun

NAMESPACED = (
    *(f"{TRAINER}/TrainJob", f"{JOBSET}/JobSet", "kubeflow.org/PyTorchJob", "kubeflow.org/MPIJob"),
    *("batch/Job", "/Pod", "/Event", "/Service", "/PersistentVolumeClaim", "/ResourceQuota", "/LimitRange"),
    *(f"{KUEUE}/Workload", f"{KUEUE}/LocalQueue"),
    *(f"{VOLCANO}/PodGroup", f"{COSCHEDULING}/PodGroup", f"{NATIVE}/PodGroup"),
    "helm.toolkit.fluxcd.io/HelmRelease",
)
"""Kinds that are read in the run's namespace. Secrets and ConfigMaps are not read."""
OF_CLUSTER = (
    *("/Node", "/Namespace", "/PersistentVolume", "storage.k8s.io/StorageClass", "scheduling.k8s.io/PriorityClass"),
    *(f"{KUEUE}/ClusterQueue", f"{KUEUE}/ResourceFlavor", f"{KUEUE}/WorkloadPriorityClass", f"{KUEUE}/AdmissionCheck"),
    *(f"{VOLCANO}/Queue", f"{TRAINER}/ClusterTrainingRuntime", "argoproj.io/Application"),
)
"""Kinds that are read in the whole cluster."""
EVERYWHERE = ("/Pod", f"{KUEUE}/Workload")
"""Kinds whose objects in other namespaces hold room and quota."""
MAX_LOGS = 4
"""Logs of pods that failed, and of pods that run, that are read: nodes of a run say the same of it."""
LOG_LINES = 400
"""Lines of the end of a log."""
MAX_LOG_BYTES = 1 << 20
"""Bytes of these lines."""
PAGE = 250
"""Objects of a page: pods are large."""


def read_cluster(client: Client, namespace: str) -> ObjectIndex:
    """Return the objects that decide about the runs of a namespace. Raises ClusterError if nothing can be read."""
    index = ObjectIndex()
    for kind in (*NAMESPACED, *OF_CLUSTER):
        _read(index, client, kind, None if kind in OF_CLUSTER else namespace)
    return index


def read_others(index: ObjectIndex, client: Client, namespace: str) -> None:
    """Add the objects outside a namespace that hold room and quota. Raises ClusterError."""
    for kind in EVERYWHERE:
        _read(index, client, kind, None, except_in=namespace)


def read_logs(index: ObjectIndex, client: Client, run: TrainingRun) -> None:
    """Add the ends of logs: of containers that failed without a termination message, and of a few running pods.

    A log that can't be read is noted; the others are read.
    """
    failed = [(pod, end.container) for pod in run.pods if (end := pod.failure) is not None and not end.message]
    running = [(pod, pod.main) for pod in run.live_pods if pod.phase == "Running" and pod.main]
    for pod, container in (*failed[:MAX_LOGS], *running[:MAX_LOGS]):
        try:
            text = client.log(run.namespace, pod.name, container, lines=LOG_LINES, most=MAX_LOG_BYTES)
        except ClusterError as error:
            index.unread.append(f"log of pod `{pod.name}`: {error}")
        else:
            index.logs[run.namespace, pod.name] = text[-LOG_TAIL:]


def _read(index: ObjectIndex, client: Client, kind: str, namespace: str | None, except_in: str | None = None) -> None:
    """Add the objects of a kind. A kind that is not served has none; a permission that lacks is noted."""
    try:
        versions = list(_versions(client, kind))
        for version in versions[:1]:
            index.add_all(client.list(version, namespace, except_in=except_in, page=PAGE))
    except DeniedError as error:
        index.unread.append(str(error))
    except NotServedError:
        index.complete_kinds.add(kind)
    else:
        index.complete_kinds.add(kind)


def _versions(client: Client, kind: str) -> Iterator[GroupVersionKind]:
    """Yield the versions of a kind that are served, the preferred one first."""
    group, _, name = kind.partition("/")
    for version in client.served.versions(group) if group else ("v1",):
        found = GroupVersionKind(group, version, name)
        if client.served.find(found) is not None:
            yield found
