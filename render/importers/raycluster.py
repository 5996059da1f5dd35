"""RayCluster of KubeRay: no run, since it has no program."""

from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource
from render.kube.gvk import GroupVersionKind
from render.spec.codes import NOT_IMPORTED

KIND = GroupVersionKind("ray.io", "v1", "RayCluster")


def convert(source: ImportSource) -> ImportResult:
    """Return no spec, and a finding with the reason."""
    notes = ImportNotes(lambda path: (source.item, path))
    message = "has no program: a run starts a Ray cluster for one program, and ends with it"
    hint = "import a RayJob with this `rayClusterSpec` and an `entrypoint`; keep the RayCluster for interactive work"
    notes.add(NOT_IMPORTED, ("kind",), message, hint)
    return ImportResult({}, tuple(notes.problems))
