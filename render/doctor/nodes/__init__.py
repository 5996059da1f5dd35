"""Fit pods onto the nodes of a cluster."""
