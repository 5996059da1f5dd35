"""ADM311 request-beyond-limit: a container requests more than its limit, or another number of GPUs.

A request is at most its limit. Extended resources, such as GPUs, and huge pages can't be shared: their request is
their limit, and a request without a limit is refused. Where there is only a limit, it is the request too. The API
server refuses the pod.

Source: https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - {name: main, image: train, resources: {limits: {nvidia.com/gpu: 4}, requests: {nvidia.com/gpu: 8}}}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - {name: main, image: train, resources: {limits: {nvidia.com/gpu: 8}, requests: {nvidia.com/gpu: 8}}}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission.container._amounts import beyond_limits
from render.rules.rule import Finding, rule


@rule(keys=("requests",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each request."""
    for container in pod.containers:
        yield from beyond_limits((*container.path, "resources"), container.data.get("resources", {}))
