"""A JobSet, its replicated jobs, and the claims that it creates (`volumeClaimPolicies`)."""

from collections.abc import Collection
from typing import Any

from render.importers.parts.container import spec_quantity
from render.importers.parts.importer import ImportNotes, RemainingFields, drop_empty
from render.spec.codes import CARRIED_OTHERWISE

_INDEXED = "Indexed"


def consume_jobset(spec: RemainingFields, name: str, trainer: str) -> dict[str, Any]:
    """Consume the fields of a JobSet. `trainer` is the replicated job whose end ends the run."""
    network = spec.section("network")
    network.drop_if("enableDNSHostnames", True)  # noqa: FBT003 - the value of a field
    network.drop_if("publishNotReadyAddresses", True)  # noqa: FBT003
    network.drop_if("subdomain", name)
    spec.section("startupPolicy").drop_if("startupPolicyOrder", "AnyOrder")
    success = spec.section("successPolicy")
    if success.data.get("targetReplicatedJobs", [trainer]) == [trainer]:
        success.consume("targetReplicatedJobs")
        success.drop_if("operator", "All")
    failure = spec.section("failurePolicy")
    failure.drop_if("restartStrategy", "Recreate")
    restarts = failure.consume("maxRestarts")
    return {
        "suspend": spec.consume("suspend") or None,
        "ttlSecondsAfterFinished": spec.consume("ttlSecondsAfterFinished"),
        "failurePolicy": drop_empty({"maxRestarts": restarts if restarts != 3 else None}),
    }


def consume_replicated_job(role: RemainingFields, waits_for: Collection[str]) -> int:
    """Consume the fields of a replicated job, and return the number of its pods.

    `waits_for` are the jobs whose dependency needs no note: the chart waits for them, or they are noted already.
    """
    role.consume("name")
    role.drop_if("groupName", "default")
    role.drop_if("replicas", 1)
    for dependency in role.items("dependsOn"):
        if dependency.data.get("name") in waits_for:
            dependency.clear()
    job = role.section("template", "spec")
    job.drop_if("completionMode", _INDEXED)
    job.drop_if("backoffLimit", 0)
    job.consume("completions")
    return int(job.consume("parallelism", 1))


def consume_deadline(role: RemainingFields) -> int | None:
    """Consume `activeDeadlineSeconds` of a Job."""
    seconds: int | None = role.section("template", "spec").consume("activeDeadlineSeconds")
    return seconds


_FOLDER, _SIZE, _MODE = "/checkpoints", "100Gi", "ReadWriteMany"
"""Default values of a spec."""


def claim_templates(spec: RemainingFields) -> list[RemainingFields]:
    """Return the templates of claims of a JobSet."""
    return [claim for policy in spec.items("volumeClaimPolicies") for claim in policy.items("templates")]


def claim_volume_name(claim: RemainingFields) -> str:
    """Return the name of the volume of a claim."""
    return str(claim.section("metadata").data.get("name"))


def consume_claim(claim: RemainingFields, run: str, notes: ImportNotes) -> dict[str, Any]:
    """Consume a template of a claim; `run` is the name of the run."""
    full = f"{claim.section('metadata').consume('name')}-{run}"
    below = claim.section("spec")
    below.drop_if("volumeMode", "Filesystem")
    modes = below.consume("accessModes") if len(below.data.get("accessModes", ())) == 1 else [_MODE]
    size = below.section("resources", "requests").consume("storage", _SIZE)
    notes.add(CARRIED_OTHERWISE, claim.path, f"the claim `{full}` is kept when the run is deleted")
    return {
        "mode": "create",
        "claimName": full,
        "accessMode": None if modes == [_MODE] else modes[0],
        "size": None if size == _SIZE else spec_quantity(size),
        "storageClassName": below.consume("storageClassName"),
    }


def consume_checkpoint_claim(
    spec: RemainingFields, container: RemainingFields, run: str, notes: ImportNotes
) -> dict[str, Any]:
    """Consume the first claim that the program mounts exactly once, as the claim for checkpoints."""
    mounts = container.items("volumeMounts")
    for claim in claim_templates(spec):
        own = [mount for mount in mounts if mount.data.get("name") == claim_volume_name(claim)]
        if len(own) == 1 and own[0].data.keys() == {"name", "mountPath"}:
            folder = own[0].data["mountPath"]
            own[0].clear()
            return drop_empty({**consume_claim(claim, run, notes), "mountPath": None if folder == _FOLDER else folder})
    return {}
