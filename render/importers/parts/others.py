"""Objects that no spec contains: notes on those next to a job, and the next step for kinds without an importer."""

from collections.abc import Iterator, Mapping, Sequence

from render.manifests.finding import Finding, to_problem
from render.manifests.objects import Object
from render.problem import Problem
from render.spec.codes import NOT_CARRIED, TO_DO

_READ = frozenset({"ClusterTrainingRuntime", "TrainingRuntime"})
"""Kinds that an import reads with a TrainJob."""


def report_others(others: Sequence[Object]) -> Iterator[Problem]:
    """Yield a note for each object of the files that is not part of the spec."""
    for item in others:
        if item.kind.name in _READ:
            continue
        if item.kind.name == "Service" and (selector := item.data.get("spec", {}).get("selector")):
            labels = ", ".join(f"`{key}: {value}`" for key, value in selector.items())
            message = f"`{item.label}` selects pods by {labels}, which the pods of the run may not have"
            hint = "the run brings its own Service; set `pod.labels` if this one is still needed"
            yield to_problem(Finding(("spec", "selector"), message, hint, item, NOT_CARRIED))
        else:
            message = f"`{item.label}` is not part of the spec"
            hint = "apply it by itself if the run needs it"
            yield to_problem(Finding(("kind",), message, hint, item, TO_DO))


WAYS_ON: Mapping[str, str] = {
    "AppWrapper": "import the job inside it",
    "ClusterTrainingRuntime": "import it together with a TrainJob",
    "CronJob": "import a Job with its template; a spec has no schedule, so let CI or a CronJob apply it",
    "CronWorkflow": "import the job that it creates",
    "DaemonSet": "it is a service, and a run ends: keep it as it is",
    "Deployment": "it is a service, and a run ends: keep it as it is",
    "LeaderWorkerSet": "it is a service, and a run ends: import a JobSet or a Job",
    "MXJob": "MXNet's operator has no successor: start the program with `launcher: plain`",
    "Pod": "import a Job with its template",
    "RayService": "it is a service, and a run ends: keep it as it is",
    "ReplicaSet": "it is a service, and a run ends: keep it as it is",
    "SparkApplication": "its executors have no ranks: keep it as it is",
    "StatefulSet": "import an Indexed Job with its template",
    "TrainingRuntime": "import it together with a TrainJob",
    "Workflow": "import the job that it creates",
}
"""The next step for a kind, by its name."""
