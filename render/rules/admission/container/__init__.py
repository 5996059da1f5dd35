"""Containers: names, images, ports, environment, resources, probes."""
