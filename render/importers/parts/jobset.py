"""A JobSet and its replicated jobs: what a run's own say anyway, and what a spec says of them."""

from collections.abc import Collection
from typing import Any

from render.importers.parts.rest import Rest
from render.importers.parts.result import said

_INDEXED = "Indexed"


def of_jobset(spec: Rest, name: str, trainer: str) -> dict[str, Any]:
    """Take what a JobSet says of the whole run. `trainer` is the replicated job whose end is the run's."""
    network = spec.below("network")
    network.settle("enableDNSHostnames", True)  # noqa: FBT003 - the value of a field
    network.settle("publishNotReadyAddresses", True)  # noqa: FBT003
    network.settle("subdomain", name)
    spec.below("startupPolicy").settle("startupPolicyOrder", "AnyOrder")
    success = spec.below("successPolicy")
    if success.data.get("targetReplicatedJobs", [trainer]) == [trainer]:
        success.take("targetReplicatedJobs")
        success.settle("operator", "All")
    failure = spec.below("failurePolicy")
    failure.settle("restartStrategy", "Recreate")
    restarts = failure.take("maxRestarts")
    return {
        "suspend": spec.take("suspend") or None,
        "ttlSecondsAfterFinished": spec.take("ttlSecondsAfterFinished"),
        "failurePolicy": said({"maxRestarts": restarts if restarts != 3 else None}),
    }


def of_role(role: Rest, waits_for: Collection[str]) -> int:
    """Take what a replicated job says of itself, and return the number of its pods.

    `waits_for` are the roles that it waits for in a run, too, or that have been told of.
    """
    role.take("name")
    role.settle("groupName", "default")
    role.settle("replicas", 1)
    for dependency in role.items("dependsOn"):
        if dependency.data.get("name") in waits_for:
            dependency.clear()
    job = role.below("template", "spec")
    job.settle("completionMode", _INDEXED)
    job.settle("backoffLimit", 0)
    job.take("completions")
    return int(job.take("parallelism", 1))


def deadline(role: Rest) -> int | None:
    """Take how long a Job may take."""
    seconds: int | None = role.below("template", "spec").take("activeDeadlineSeconds")
    return seconds
