"""ADM807 patch-manager-malformed: a runtime patch has no valid manager.

Each of `runtimePatches` names its manager as `DOMAIN/PATH`, such as `acme.io/platform`. Trainer's webhook rejects the
TrainJob.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/jobset/jobset.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      runtimePatches:
        - manager: platform
          trainingRuntimeSpec:
            template:
              spec:
                replicatedJobs:
                  - name: node
                    template: {spec: {template: {spec: {nodeSelector: {gpu: h100}}}}}
Use instead:
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
                    template: {spec: {template: {spec: {nodeSelector: {gpu: h100}}}}}
"""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.manifests.trainjob import TRAINJOB
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=(TRAINJOB,), keys=("runtimePatches",))
def check(item: Object) -> Iterator[Finding]:
    """Check the manager of each patch."""
    for place, patch in list_items(("spec",), item.data.get("spec", {}), "runtimePatches"):
        manager = patch.get("manager", "")
        yield from each_invalid((*place, "manager"), manager, names.domain_path_errors(manager))
