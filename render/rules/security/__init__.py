"""Security: what must not stand in a spec or a manifest."""
