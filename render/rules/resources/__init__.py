"""Devices, CPUs and memory that containers request, the machines that they name, and images that fit both."""

from render.manifests.pods import KINDS as PODS
from render.rules.registry import SPEC

KINDS = PODS | {SPEC, "resource.k8s.io/ResourceClaim", "resource.k8s.io/ResourceClaimTemplate"}
