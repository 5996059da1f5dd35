"""Launchers and processes: what starts a node's processes, and what tells them about each other."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC, "trainer.kubeflow.org/TrainJob"}
