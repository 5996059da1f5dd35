"""What a Service is, with its defaults."""

from render.manifests.places import Data


def kind(spec: Data) -> str:
    """Return the type of a Service."""
    found: str = spec.get("type") or "ClusterIP"
    return found


def is_headless(spec: Data) -> bool:
    """Say whether a Service has no address of its own: its name leads to its pods."""
    return spec.get("clusterIP") == "None" or spec.get("clusterIPs") == ["None"]


def is_external(spec: Data) -> bool:
    """Say whether a Service is reached from outside the cluster."""
    return kind(spec) in ("LoadBalancer", "NodePort") or (kind(spec) == "ClusterIP" and bool(spec.get("externalIPs")))
