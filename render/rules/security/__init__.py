"""Security: credentials in specs and manifests."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC, "/ConfigMap", "trainer.kubeflow.org/TrainJob"}
