"""The codes of why a TrainJob's objects can't be told, or are never made."""

from render.problem import Rule, Severity

_SOURCE = "https://github.com/kubeflow/trainer/tree/v2.3.0/pkg"

NO_TRAINJOB = Rule("KUB050", "no-trainjob", about="`render expand` expands TrainJobs, and the file has none")
RUNTIME_NOT_GIVEN = Rule(
    "KUB051",
    "runtime-not-given",
    url=f"{_SOURCE}/runtime/core/trainingruntime.go",
    about="a TrainJob names a runtime that is in no file of the command and does not come with Trainer",
)
NOT_BUILT = Rule(
    "KUB052",
    "not-built",
    url=f"{_SOURCE}/controller/trainjob_controller.go",
    about="Trainer takes the TrainJob and fails to build its objects: it has no pod, and only an event says why",
)
FLUX_NOT_EXPANDED = Rule(
    "KUB053",
    "flux-not-expanded",
    url=f"{_SOURCE}/runtime/framework/plugins/flux/flux.go",
    about="what Trainer makes for Flux holds scripts and keys that it generates in the cluster",
)
MANAGED_ELSEWHERE = Rule(
    "KUB054",
    "managed-elsewhere",
    Severity.WARNING,
    url=f"{_SOURCE}/controller/trainjob_controller.go",
    about="a TrainJob is managed by another controller, so that Trainer makes nothing of it in this cluster",
)
