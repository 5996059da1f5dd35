"""ConfigMaps and Secrets."""
