"""Storage: shared memory, checkpoints, PVCs, and references to them."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC, "/PersistentVolumeClaim"}
