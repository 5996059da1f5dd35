"""What Kubernetes accepts: the schemas of its kinds and of custom resources."""
