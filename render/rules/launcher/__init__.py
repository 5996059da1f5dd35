"""Launchers and processes: what starts a node's processes, and what tells them about each other."""

from render.rules.registry import SPEC

KINDS = (
    SPEC,
    "/Pod",
    "batch.volcano.sh/Job",
    "batch/Job",
    "jobset.x-k8s.io/JobSet",
    "kubeflow.org/PyTorchJob",
    "trainer.kubeflow.org/ClusterTrainingRuntime",
    "trainer.kubeflow.org/TrainJob",
    "trainer.kubeflow.org/TrainingRuntime",
)
