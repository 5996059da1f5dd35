"""Claims for devices (dynamic resource allocation)."""

KINDS = frozenset({"resource.k8s.io/ResourceClaim", "resource.k8s.io/ResourceClaimTemplate"})
