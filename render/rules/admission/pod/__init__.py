"""Pods and pod templates: scheduling, security, names, resources."""

from render.manifests.pods import KINDS as KINDS
