"""The type of a Service, with the API server's defaults."""

from render.manifests.paths import Data


def service_type(spec: Data) -> str:
    """Return the type of a Service."""
    found: str = spec.get("type") or "ClusterIP"
    return found


def is_headless(spec: Data) -> bool:
    """Return True for a headless Service: without an address, its name resolves to its pods."""
    return spec.get("clusterIP") == "None" or spec.get("clusterIPs") == ["None"]


def is_external(spec: Data) -> bool:
    """Return True if a Service can be reached from outside the cluster."""
    return service_type(spec) in ("LoadBalancer", "NodePort") or (
        service_type(spec) == "ClusterIP" and bool(spec.get("externalIPs"))
    )
