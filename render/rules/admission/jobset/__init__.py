"""JobSets, by the rules of the webhook of JobSet 0.12."""

KINDS = frozenset({"jobset.x-k8s.io/JobSet"})
