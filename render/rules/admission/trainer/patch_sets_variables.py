"""ADM810 patch-sets-variables: a patch sets variables of a container that the TrainJob configures.

Set the variables of the containers `node`, `dataset-initializer` and `model-initializer` in `trainer.env` and in the
initializers' `env`. Trainer's webhook rejects them in `runtimePatches`, and in `podTemplateOverrides` of Trainer 2.1.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/jobset.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      runtimePatches:
        - manager: acme.io/platform
          trainingRuntimeSpec:
            template:
              spec:
                replicatedJobs:
                  - name: node
                    template:
                      spec: {template: {spec: {containers: [{name: node, env: [{name: NCCL_DEBUG, value: INFO}]}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {env: [{name: NCCL_DEBUG, value: INFO}]}
"""

from collections.abc import Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.manifests.trainjob import TRAINJOB, patches
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_CONFIGURED = ("dataset-initializer", "model-initializer", "node")


@rule(kinds=(TRAINJOB,), keys=("podTemplateOverrides", "runtimePatches"))
def check(item: Object) -> Iterator[Finding]:
    """Check the containers of each patch."""
    for path, spec in _pods(item):
        for place, container in list_items(path, spec, "containers"):
            if container.get("env") and container.get("name") in _CONFIGURED:
                why = f"must not have envs for the {', '.join(_CONFIGURED)} containers"
                yield invalid((*place, "env"), [], why, "set them in `trainer.env`, or in the initializer's `env`")


def _pods(item: Object) -> Iterator[tuple[Path, Data]]:
    for path, template in patches(item):
        yield from ((job.pod_path, job.pod) for job in replicated_jobs(template, path))
    for path, override in list_items(("spec",), item.data.get("spec", {}), "podTemplateOverrides"):
        yield (*path, "spec"), override.get("spec", {})
