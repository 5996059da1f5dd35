"""Pods and their templates: scheduling, security, naming, resources."""

from render.manifests.pods import KINDS as KINDS
