"""The kinds that train, and what keeps their checkpoints, as `GROUP/KIND`."""

RUNS = frozenset(
    (
        "batch.volcano.sh/Job",
        "batch/Job",
        "jobset.x-k8s.io/JobSet",
        "kubeflow.org/MPIJob",
        "kubeflow.org/PyTorchJob",
        "ray.io/RayJob",
        "trainer.kubeflow.org/TrainJob",
    )
)
"""What runs once: to delete it is to end a training."""

CLAIM = "/PersistentVolumeClaim"
GANG = "PodGroup"
"""A kind of three groups: Volcano's, scheduler-plugins' and Kubernetes' own."""
