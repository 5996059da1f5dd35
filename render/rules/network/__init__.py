"""Fabrics and rendezvous: how the nodes find and reach each other."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC}
