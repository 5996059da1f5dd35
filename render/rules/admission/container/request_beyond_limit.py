"""ADM311 request-beyond-limit: a container requests more than its limit, or a different number of GPUs.

A request is at most its limit. Extended resources, such as GPUs, and huge pages are never overcommitted: their request
equals their limit, and the limit is required. If only the limit is set, it is the request too. The API server rejects
the pod.

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
from render.rules.admission.container._amounts import check_requests
from render.rules.rule import Finding, rule


@rule(keys=("requests",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the requests of each container."""
    for container in pod.containers:
        yield from check_requests((*container.path, "resources"), container.data.get("resources", {}))
