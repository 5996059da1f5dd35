"""Fabric and rendezvous: how the nodes find and reach each other."""
