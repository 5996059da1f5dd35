"""Parts that the importers share: a pod, a gang or a policy as sections of a spec."""
