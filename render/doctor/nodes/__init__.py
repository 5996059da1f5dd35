"""Which pods a cluster's nodes can take."""
