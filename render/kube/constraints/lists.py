"""Lists whose keys server-side apply needs unique, but a plain create or update does not."""

TOLERATED_DUPLICATES = frozenset(
    {
        "Container.env",
        "Container.ports",
        "EphemeralContainer.env",
        "EphemeralContainer.ports",
        "ObjectMeta.ownerReferences",
        "PodSpec.hostAliases",
        "PodSpec.imagePullSecrets",
        "ServiceAccount.secrets",
    }
)
"""By `TYPE.field`. The API server accepts these with a warning at most."""
