"""What a cluster has, and what it lacks for a spec. It is asked only: nothing is written there."""
