"""ConfigMaps and Secrets."""

KINDS = frozenset({"/ConfigMap", "/Secret"})
