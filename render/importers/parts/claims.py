"""Claims that a JobSet makes for its run (`volumeClaimPolicies`), as claims of a spec."""

from typing import Any

from render.importers.parts.notes import Notes
from render.importers.parts.program import quantity
from render.importers.parts.rest import Rest
from render.importers.parts.result import said
from render.spec.codes import CARRIED_OTHERWISE

_FOLDER, _SIZE, _MODE = "/checkpoints", "100Gi", "ReadWriteMany"
"""What a spec says where it says nothing."""


def templates(spec: Rest) -> list[Rest]:
    """Return what a JobSet makes claims of."""
    return [claim for policy in spec.items("volumeClaimPolicies") for claim in policy.items("templates")]


def name(claim: Rest) -> str:
    """Return the name of the volume that a claim is mounted as."""
    return str(claim.below("metadata").data.get("name"))


def made(claim: Rest, run: str, notes: Notes) -> dict[str, Any]:
    """Take a claim that is made with the run of this name."""
    full = f"{claim.below('metadata').take('name')}-{run}"
    below = claim.below("spec")
    below.settle("volumeMode", "Filesystem")
    modes = below.take("accessModes") if len(below.data.get("accessModes", ())) == 1 else [_MODE]
    size = below.below("resources", "requests").take("storage", _SIZE)
    notes.add(CARRIED_OTHERWISE, claim.path, f"the claim `{full}` is kept when the run is deleted")
    return {
        "mode": "create",
        "claimName": full,
        "accessMode": None if modes == [_MODE] else modes[0],
        "size": None if size == _SIZE else quantity(size),
        "storageClassName": below.take("storageClassName"),
    }


def checkpoints(spec: Rest, container: Rest, run: str, notes: Notes) -> dict[str, Any]:
    """Take the claim that a program alone mounts, and at one place, as that for its checkpoints."""
    mounts = container.items("volumeMounts")
    for claim in templates(spec):
        own = [mount for mount in mounts if mount.data.get("name") == name(claim)]
        if len(own) == 1 and own[0].data.keys() == {"name", "mountPath"}:
            folder = own[0].data["mountPath"]
            own[0].clear()
            return said({**made(claim, run, notes), "mountPath": None if folder == _FOLDER else folder})
    return {}
