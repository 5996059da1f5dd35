"""Storage: shared memory, checkpoints, claims, and what refers to them."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC}
