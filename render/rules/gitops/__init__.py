"""GitOps: what makes the repository and the cluster differ, or a run start again."""
