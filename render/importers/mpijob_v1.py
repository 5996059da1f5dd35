"""MPIJob of the Training Operator (v1): launchers reach the workers by `kubectl exec`, those of a run by ssh.

Source: https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/mpi/mpijob_controller.go
"""

from copy import deepcopy

from render.importers import mpijob
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource
from render.kube.gvk import GroupVersionKind
from render.spec.codes import TO_DO

KIND = GroupVersionKind("kubeflow.org", "v1", "MPIJob")


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of an MPIJob, as of one of the newer operator."""
    data = deepcopy(dict(source.item.data))
    spec = data.get("spec", {})
    if "cleanPodPolicy" in spec:
        spec.setdefault("runPolicy", {})["cleanPodPolicy"] = spec.pop("cleanPodPolicy")
    found = mpijob.convert(ImportSource(source.item._replace(data=data), source.others, source.release))
    if not found.values:
        return found
    notes = ImportNotes(lambda path: (source.item, path))
    message = "the image needs an OpenSSH client and server: the Training Operator started processes by `kubectl exec`"
    notes.add(TO_DO, ("spec", "mpiReplicaSpecs"), message)
    problems = (*found.problems, *notes.problems)
    return ImportResult(found.values, problems, found.namespace, "the Training Operator")
