"""ADM812 injection-target-unknown: a runtime injects torch's variables into an unknown container.

`torch.envInjection.targets` name replicated jobs of the runtime and their containers. Trainer accepts such a runtime,
and rejects every TrainJob on it.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torch.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {envInjection: {targets: [{jobName: node, containerNames: [sidecar]}]}}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: torch}
    spec:
      mlPolicy: {numNodes: 1, torch: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.manifests.trainjob import RUNTIMES
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_PLACE = ("spec", "mlPolicy", "torch", "envInjection")


@rule(kinds=RUNTIMES, keys=("envInjection",))
def check(item: Object) -> Iterator[Finding]:
    """Check that each target exists."""
    template = item.data.get("spec", {}).get("template", {})
    known = {(job.name, one.get("name")) for job in replicated_jobs(template) for _, one in job.containers}
    injection = item.data.get("spec", {}).get("mlPolicy", {}).get("torch", {}).get("envInjection", {})
    for path, target in list_items(_PLACE, injection, "targets"):
        job = target.get("jobName", "")
        for place, name in list_items(path, target, "containerNames"):
            if (job, name) not in known:
                yield invalid(place, name, f"envInjection target {job}/{name} not found in runtime template")
