"""Launchers and processes: how the processes of a node start and find each other."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC, "trainer.kubeflow.org/TrainJob"}
