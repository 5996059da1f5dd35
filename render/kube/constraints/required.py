"""Fields that the API server needs and the published schema leaves optional."""

REQUIRED: dict[str, list[str]] = {
    "Container": ["image"],
}
"""Names by `TYPE`."""
