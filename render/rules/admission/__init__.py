"""Rules of the API server and its webhooks that no schema contains."""
