"""What the importers of all kinds share: each part of a pod, of a gang and of a policy, as a spec says it."""
