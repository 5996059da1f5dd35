"""ADM303 image-missing: a container has no image, or one with spaces around it.

Every container needs an image, except in a runtime of Kubeflow Trainer: the TrainJob sets it there. The API server
rejects the pod. It rejects spaces around an image's name in a Pod; in a template it accepts them and rejects the pods
later.

Source: https://kubernetes.io/docs/concepts/containers/images/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: "train:1.0 "}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: "train:1.0"}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule

_COMPLETED_LATER = frozenset({"ClusterTrainingRuntime", "TrainingRuntime"})


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check the image of each container."""
    for container in pod.containers:
        image, path = container.data.get("image", ""), (*container.path, "image")
        if not image and pod.object.kind.name not in _COMPLETED_LATER:
            yield required(path)
        elif image != image.strip() and not pod.is_template:
            yield invalid(path, image, "must not have leading or trailing whitespace")
