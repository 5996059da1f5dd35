"""Starter specs: `spec.yaml` with what `launchers/NAME.yaml` lays over it, and the schema's words beside every key."""
