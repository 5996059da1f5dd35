"""Gangs and queues: how the pods of a run start together."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC}
