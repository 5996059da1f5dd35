"""Variables that torch, NCCL and other libraries read: their names and values."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC, "trainer.kubeflow.org/TrainJob"}
