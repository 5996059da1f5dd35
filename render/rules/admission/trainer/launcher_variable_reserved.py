"""ADM819 launcher-variable-reserved: a TrainJob sets a variable that Trainer sets for MPI or XGBoost.

Trainer sets the variables by which the nodes find each other: `OMPI_MCA_*` for MPI, `DMLC_*` for XGBoost. Since 2.2 its
webhook rejects these names in `trainer.env`; set `numNodes` and `numProcPerNode` instead.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/mpi/mpi.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: mpi}
      trainer: {env: [{name: OMPI_MCA_plm_rsh_args, value: -p 22}]}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: mpi}
    spec:
      mlPolicy: {numNodes: 1, mpi: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: mpi}
      trainer: {numNodes: 4}
    ---
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: ClusterTrainingRuntime
    metadata: {name: mpi}
    spec:
      mlPolicy: {numNodes: 1, mpi: {}}
      template:
        spec:
          replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""

from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.trainjob import trainings
from render.rules.rule import Finding, Objects, rule

_RESERVED = {
    "mpi": (
        *("OMPI_MCA_orte_default_hostfile", "OMPI_MCA_orte_keep_fqdn_hostnames", "OMPI_MCA_orte_set_default_slots"),
        "OMPI_MCA_plm_rsh_args",
    ),
    "xgboost": ("DMLC_NUM_WORKER", "DMLC_TASK_ID", "DMLC_TRACKER_PORT", "DMLC_TRACKER_URI"),
}


@rule(trainers=("2.3",), keys=tuple(_RESERVED))
def check(items: Objects) -> Iterator[Finding]:
    """Check for reserved variables."""
    for training in trainings(items):
        reserved = {name for framework in _RESERVED.keys() & training.policy for name in _RESERVED[framework]}
        for place, variable in list_items(("spec", "trainer"), training.trainer or {}, "env"):
            name = variable.get("name")
            if name in reserved:
                why = f"must not have reserved envs, invalid envs configured: [{name}]"
                hint = "remove it: Trainer sets it from `numNodes` and `numProcPerNode`"
                yield Finding(place, f"Invalid value: {why}", hint, training.job)
