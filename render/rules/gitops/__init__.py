"""GitOps: differences between the repository and the cluster, and runs that start again."""
