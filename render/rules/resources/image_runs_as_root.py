"""RES129 image-runs-as-root: the container must not run as root, and the image has no other user.

With `runAsNonRoot` and without `runAsUser` the user of the image counts. The kubelet refuses root (`container has
runAsNonRoot and image will run as root`), and the pods wait with `CreateContainerConfigError`. Only well-known images
are compared; `--image-config` compares any. OpenShift gives the pod a user of its own unless the spec names one: ignore
the rule there.

Source: https://github.com/kubernetes/kubernetes/blob/master/pkg/kubelet/kuberuntime/security_context.go

Example:
    image: nvcr.io/nvidia/pytorch:25.06-py3
    container: {securityContext: {runAsNonRoot: true}}
Use instead:
    image: nvcr.io/nvidia/pytorch:25.06-py3
    container: {securityContext: {runAsNonRoot: true, runAsUser: 1000}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import UserPolicy, pods
from render.problem import Severity
from render.rules.resources._images import image_facts
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("runAsNonRoot",))
def check(item: Object) -> Iterator[Finding]:
    """Report images without a user where the pod names none."""
    for pod in pods(item):
        for container in pod.containers:
            own = container.data.get("securityContext") or {}
            user, forbids_root = UserPolicy.of(pod, container)
            image = container.data.get("image")
            if forbids_root is True and user is None and isinstance(image, str) and image_facts(image).is_root:
                place = container.path if "runAsNonRoot" in own else pod.spec_path
                message = f"`{image}` runs as root, and `runAsNonRoot` is true: the kubelet doesn't start the container"
                yield Finding((*place, "securityContext", "runAsNonRoot"), message, "set `runAsUser` to a user above 0")
