"""SEC108 pods-beyond-baseline: the pods ask for more than the Pod Security standard `baseline` allows.

A namespace that enforces `baseline` or `restricted` rejects them: the JobSet is created, and its pods never are. The
message names the fields, and its line is that of the first one that the spec sets. A namespace without a label has the
level of its cluster, which is `privileged` unless an administrator has changed it.

Most fabrics need more than `baseline`: `IPC_LOCK`, or folders of the node. A spec that only names its fabric is not
reported; `SEC109` reports it where a manifest of the namespace names the level.

If the namespace has the level `privileged`, ignore the rule in the configuration: `ignore: [SEC108]`.

Source: https://kubernetes.io/docs/concepts/security/pod-security-standards/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    pod: {hostIPC: true}
    storage: {volumes: [{name: data, mountPath: /data, hostPath: {path: /mnt/nvme}}]}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    storage:
      sharedMemory: {sizeLimit: 16Gi}
      volumes: [{name: data, mountPath: /data, persistentVolumeClaim: {claimName: data}}]
"""

from collections.abc import Iterator

from render.manifests.namespaces import enforced_levels
from render.manifests.objects import object_namespace
from render.manifests.pod_security import listed, violations
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule

_HOOK = "helm.sh/hook"
_KINDS = (
    *("batch/Job", "batch.volcano.sh/Job", "jobset.x-k8s.io/JobSet", "kubeflow.org/MPIJob", "kubeflow.org/PyTorchJob"),
    *("ray.io/RayCluster", "ray.io/RayJob", "trainer.kubeflow.org/ClusterTrainingRuntime"),
    "trainer.kubeflow.org/TrainingRuntime",
)
"""Kinds of training. Agents of a cluster, such as a DaemonSet, have namespaces of their own."""
_KEYS = (
    *("Unconfined", "add", "appArmorProfile", "host", "hostIPC", "hostNetwork", "hostPID", "hostPath", "hostPort"),
    *("hostProcess", "privileged", "procMount", "seLinuxOptions", "sysctls", "unconfined"),
)


@rule(severity=Severity.INFO, kinds=_KINDS, keys=_KEYS)
def check(items: Objects) -> Iterator[Finding]:
    """Report each object of a training once, unless a manifest of its namespace says the level."""
    levels = enforced_levels(items)
    for item in items:
        is_hook = _HOOK in (item.data.get("metadata", {}).get("annotations") or {})
        if item.kind.group_kind not in _KINDS or is_hook or object_namespace(item) in levels:
            continue
        found = [one for pod in pods(item) for one in violations(pod, "baseline")]
        if found:
            message = f"a namespace with the Pod Security standard `baseline` rejects the pods: {listed(found)}"
            hint = "use a namespace with the level `privileged`, or do without them"
            causes = tuple(one.path for one in found)
            yield Finding(found[0].path, message, hint, item, causes=causes)
