"""What a change of specs or manifests changes in a cluster: field by field, and what the cluster does about it."""
