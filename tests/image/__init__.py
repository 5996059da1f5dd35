"""Images as files: configurations and OCI layouts."""
