"""Containers: names, images, ports, environment, resources and probes."""

from render.manifests.pods import KINDS as KINDS
