"""JobSets, as the webhook of JobSet 0.12 judges them."""

KINDS = frozenset({"jobset.x-k8s.io/JobSet"})
