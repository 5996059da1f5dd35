"""TrainJobs and their runtimes, as the webhooks of Kubeflow Trainer judge them."""

KINDS = frozenset(
    {f"trainer.kubeflow.org/{kind}" for kind in ("ClusterTrainingRuntime", "TrainJob", "TrainingRuntime")}
)
