"""Devices that pods claim: what a claim asks for."""

KINDS = frozenset({"resource.k8s.io/ResourceClaim", "resource.k8s.io/ResourceClaimTemplate"})
