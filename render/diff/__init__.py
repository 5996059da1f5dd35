"""Compare specs or manifests, and predict what a cluster does with the changes."""
