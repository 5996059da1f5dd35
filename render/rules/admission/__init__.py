"""What an API server and its webhooks refuse, and no schema says."""
