"""What the spec takes of a pod, beside `render.kube.constraints`."""

from render.kube.constraints import PODS

__all__ = ["ALLOWED_PROPERTIES", "CONSTRAINTS"]

CONSTRAINTS = PODS

ALLOWED_PROPERTIES: dict[str, list[str]] = {
    # Reached only through a claim template, where the API server refuses every other field of the metadata.
    "ObjectMeta": ["annotations", "labels"],
}
"""Types of which only some properties can be used in a pod."""
