"""Services and Ingresses."""

KINDS = frozenset({"/Service", "networking.k8s.io/Ingress"})
