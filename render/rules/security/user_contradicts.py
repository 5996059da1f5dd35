"""SEC105 user-contradicts: the container must not run as root, and has the user 0.

The kubelet refuses to start it (`container's runAsUser breaks non-root policy`), and the pod waits with
`CreateContainerConfigError`. A user of the container overrides that of the pod.

Source: https://github.com/kubernetes/kubernetes/blob/master/pkg/kubelet/kuberuntime/security_context.go

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      securityContext: {runAsNonRoot: true}
      containers: [{name: node, image: "registry.example/train:1", securityContext: {runAsUser: 0}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      securityContext: {runAsNonRoot: true}
      containers: [{name: node, image: "registry.example/train:1", securityContext: {runAsUser: 1000}}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import UserPolicy, pods
from render.rules.rule import Finding, rule


@rule(keys=("runAsNonRoot",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the user with the policy that holds for each container."""
    for pod in pods(item):
        for container in pod.containers:
            own = container.data.get("securityContext") or {}
            user, forbids_root = UserPolicy.of(pod, container)
            if forbids_root is True and user == 0:
                place = container.path if "runAsUser" in own else pod.spec_path
                message = "`runAsUser: 0` is root, but `runAsNonRoot` is true: the kubelet doesn't start the container"
                yield Finding((*place, "securityContext", "runAsUser"), message, "use a user above 0")
                break
