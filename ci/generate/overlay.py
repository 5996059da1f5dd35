"""What the spec takes of a pod, beside `render.kube.generation.constraints`."""

from render.kube.generation.constraints import PODS

__all__ = ["ALLOWED_PROPERTIES", "CONSTRAINTS"]

# A number would reach the manifest as one, and the API server writes a string: a difference for ever.
_QUANTITY = {"type": "string"}
_QUANTITIES = {"additionalProperties": {"allOf": [{"$ref": "#/definitions/Quantity"}], **_QUANTITY}}

CONSTRAINTS = PODS | {
    "EmptyDirVolumeSource.medium": {"pattern": "^(|Memory|HugePages(-.+)?)$"},
    "EmptyDirVolumeSource.sizeLimit": _QUANTITY,
    "ResourceFieldSelector.divisor": _QUANTITY,
    "VolumeResourceRequirements.limits": _QUANTITIES,
    "VolumeResourceRequirements.requests": _QUANTITIES,
}

ALLOWED_PROPERTIES: dict[str, list[str]] = {
    # Reached only through a claim template, where the API server refuses every other field of the metadata.
    "ObjectMeta": ["annotations", "labels"],
}
"""Types of which only some properties can be used in a pod."""
