"""ADM303 image-missing: a container has no image, or one with spaces around it.

Only in a runtime of Kubeflow Trainer may the image be left out: a TrainJob brings it. The API server refuses the pod;
spaces around an image's name it refuses in a Pod, and lets them pass in a template until the pods are made.

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
from render.rules.admission._refusal import invalid, required
from render.rules.rule import Finding, rule

_COMPLETED_LATER = frozenset({"ClusterTrainingRuntime", "TrainingRuntime"})


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each image that is missing, or padded in a Pod."""
    for container in pod.containers:
        image, path = container.data.get("image", ""), (*container.path, "image")
        if not image and pod.object.kind.name not in _COMPLETED_LATER:
            yield required(path)
        elif image != image.strip() and not pod.is_template:
            yield invalid(path, image, "must not have leading or trailing whitespace")
