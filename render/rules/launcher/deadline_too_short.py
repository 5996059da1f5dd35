"""RUN181 deadline-too-short: a time limit in seconds looks like one in hours or minutes.

`activeDeadlineSeconds` counts from the start of an attempt, with the image pull: after 24 seconds nothing has trained.
With `ttlSecondsAfterFinished: 7` the run and its logs are gone seven seconds after its end.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-termination-and-cleanup

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    preflight: {enabled: false}
    activeDeadlineSeconds: 24
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    preflight: {enabled: false}
    activeDeadlineSeconds: 86400
"""

from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_DEADLINE, _TTL = "activeDeadlineSeconds", "ttlSecondsAfterFinished"
_CERTAIN, _LIKELY = 60, 300
"""Seconds: nothing trains in less than the first; a slow image pull alone takes the second."""
_HOUR = 3600


@rule(keys=(_DEADLINE, _TTL))
def check(item: Object) -> Iterator[Finding]:
    """Report short limits of objects whose pods have GPUs. A Job may be a quick test of the driver."""
    containers = (container for pod in pods(item) for container in pod.containers)
    if not any(gpu_count(container.data.get("resources", {})) for container in containers):
        return
    for path, name, seconds in _limits(item.data, ()):
        hint = f"it is in seconds: {seconds} hours are {seconds * _HOUR}"
        if name == _DEADLINE and seconds < _LIKELY:
            found = Finding(path, f"the run ends {seconds} seconds after it starts, while images are pulled", hint)
            is_certain = seconds < _CERTAIN and item.kind.name != "Job"
            yield found if is_certain else found.as_warning
        elif name == _TTL and 0 < seconds < _CERTAIN:
            yield Finding(path, f"the run and its logs are deleted {seconds} seconds after its end", hint).as_warning
        elif name == _TTL and seconds == 0 and item.kind.name != "Job":
            message = "the run is deleted as soon as it ends, with its logs and the reason of a failure"
            yield Finding(path, message, f"set it to {24 * _HOUR}, for a day, or leave it out").as_warning


def _limits(data: object, path: Path) -> Iterator[tuple[Path, str, int]]:
    """Yield the limits outside of pods."""
    if isinstance(data, dict) and "containers" not in data:
        for key, value in data.items():
            if key in (_DEADLINE, _TTL) and isinstance(value, int):
                yield (*path, key), key, value
            else:
                yield from _limits(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _limits(value, (*path, index))
