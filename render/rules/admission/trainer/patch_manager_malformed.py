"""ADM807 patch-manager-malformed: a patch of a runtime doesn't say who it is from.

Each of `runtimePatches` names its manager as `DOMAIN/PATH`, such as `acme.io/platform`. Trainer's webhook refuses the
TrainJob otherwise.

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

from render.kube import names
from render.manifests.objects import Object
from render.manifests.places import listed
from render.manifests.trainjob import TRAINJOB
from render.rules.admission._refusal import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=(TRAINJOB,), keys=("runtimePatches",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with the name of each manager."""
    for place, patch in listed(("spec",), item.data.get("spec", {}), "runtimePatches"):
        manager = patch.get("manager", "")
        yield from each_invalid((*place, "manager"), manager, names.domain_path(manager))
