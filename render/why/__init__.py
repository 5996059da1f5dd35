"""Find the reason why a run waits, fails, restarts or hangs, from the objects of a cluster or of a dump."""
