"""NET106 host-network-without-dns: a pod on the host network can't resolve the other pods' names.

With `hostNetwork` and without `dnsPolicy`, a pod uses the node's DNS, which knows no Services and so not the first
node.

Source: https://github.com/kubeflow/mpi-operator/issues/593

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              parallelism: 2
              completions: 2
              template:
                spec:
                  hostNetwork: true
                  containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              parallelism: 2
              completions: 2
              template:
                spec:
                  hostNetwork: true
                  dnsPolicy: ClusterFirstWithHostNet
                  containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.rule import Finding, rule

_KINDS = (
    "jobset.x-k8s.io/JobSet",
    "kubeflow.org/MPIJob",
    "kubeflow.org/PyTorchJob",
    "ray.io/RayCluster",
    "ray.io/RayJob",
    "trainer.kubeflow.org/ClusterTrainingRuntime",
    "trainer.kubeflow.org/TrainingRuntime",
)


@rule(severity=Severity.WARNING, kinds=_KINDS, keys=("hostNetwork",))
def check(pod: Pod) -> Iterator[Finding]:
    """Report the host network with the node's DNS."""
    if pod.spec.get("hostNetwork") and pod.spec.get("dnsPolicy", "ClusterFirst") == "ClusterFirst":
        message = "on the host network the pod uses the node's DNS, which doesn't know the other pods"
        yield Finding((*pod.spec_path, "hostNetwork"), message, "set `dnsPolicy: ClusterFirstWithHostNet`")
