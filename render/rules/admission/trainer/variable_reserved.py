"""ADM811 variable-reserved: a TrainJob sets a variable that its runtime's framework writes.

What tells the nodes of each other is written by Trainer: `PET_*` with torch, `OMPI_MCA_*` with MPI, `DMLC_*` with
XGBoost. Trainer's webhook refuses these names in `trainer.env`; set `numNodes` and `numProcPerNode` instead. Trainer
2.1 knows torch's names alone, and looks at them only where `numProcPerNode` is set.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torch.go

Example:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {env: [{name: PET_NNODES, value: '4'}]}
    ---
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
Use instead:
    apiVersion: trainer.kubeflow.org/v1alpha1
    kind: TrainJob
    metadata: {name: sft}
    spec:
      runtimeRef: {name: torch}
      trainer: {numNodes: 4}
    ---
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

from render.manifests.places import listed
from render.manifests.trainjob import trainings
from render.rules.rule import Finding, Objects, rule

_RESERVED = {
    "mpi": (
        *("OMPI_MCA_orte_default_hostfile", "OMPI_MCA_orte_keep_fqdn_hostnames", "OMPI_MCA_orte_set_default_slots"),
        "OMPI_MCA_plm_rsh_args",
    ),
    "torch": ("PET_MASTER_ADDR", "PET_MASTER_PORT", "PET_NNODES", "PET_NODE_RANK", "PET_NPROC_PER_NODE"),
    "xgboost": ("DMLC_NUM_WORKER", "DMLC_TASK_ID", "DMLC_TRACKER_PORT", "DMLC_TRACKER_URI"),
}


@rule
def check(items: Objects) -> Iterator[Finding]:
    """Yield each such variable."""
    for training in trainings(items):
        reserved = {name for framework in _RESERVED.keys() & training.policy for name in _RESERVED[framework]}
        for place, variable in listed(("spec", "trainer"), training.trainer or {}, "env"):
            name = variable.get("name")
            if name in reserved:
                why = f"must not have reserved envs, invalid envs configured: {name}"
                hint = "leave it out: Trainer writes it from `numNodes` and `numProcPerNode`"
                yield Finding(place, f"Invalid value: {why}", hint, training.job)
