"""Which replicated job of a JobSet does what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.importers.parts import initializers
from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.manifests.places import Data
from render.manifests.trainjob import NODE

_STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
_LAUNCHER, _TRAINER = "launcher", "trainer"


@dataclass(frozen=True, slots=True)
class Roles:
    """The replicated jobs of a run."""

    node: Rest
    """Whose pods are the nodes."""
    launcher: Rest | None
    """What starts their processes over ssh."""
    before: Mapping[str, Rest]
    """Initializers by step."""

    @property
    def templates(self) -> list[Rest]:
        """Return the templates of all pods, that of the nodes first."""
        found = [self.node, *([self.launcher] if self.launcher else []), *self.before.values()]
        return [role.below("template", "spec", "template") for role in found]

    @property
    def last(self) -> str:
        """Return the name of the one whose end is that of the run."""
        return str((self.launcher or self.node).data.get("name"))


def roles(spec: Rest, objects: Sequence[Data], notes: Notes) -> Roles | None:
    """Return who does what, and tell of who has no part in a run; None where nobody trains."""
    found = {str(role.data.get("name")): role for role in spec.items("replicatedJobs")}
    steps = {name: role.below("template", "metadata", "labels").take(_STEP) for name, role in found.items()}
    has_hosts = any(item["kind"] == "ConfigMap" for item in objects)
    launcher = found.get(_LAUNCHER) if has_hosts and NODE in found else None
    trains = NODE if launcher else next((name for name, step in steps.items() if step == _TRAINER), None)
    if trains is None:
        return None
    before = {}
    for name, role in found.items():
        step = steps[name]
        if step in initializers.STEPS and initializers.runs(role, step):
            before[step] = role
        elif step in initializers.STEPS:
            notes.leave(role, f"`{name}` has no `STORAGE_URI`, and so nothing to fetch")
        elif name != trains and role is not launcher:
            notes.leave(role, f"`{name}` is no part of a run: that has nodes, a launcher and initializers")
    return Roles(found[trains], launcher, before)
