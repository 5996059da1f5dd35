"""Containers: names, images, ports, environment, resources, probes."""

from render.manifests.pods import KINDS as KINDS
