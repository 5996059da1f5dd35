"""TrainJobs and their runtimes, by the rules of Kubeflow Trainer's webhooks."""

KINDS = frozenset(
    {f"trainer.kubeflow.org/{kind}" for kind in ("ClusterTrainingRuntime", "TrainJob", "TrainingRuntime")}
)
