"""Volumes, their claims and their mounts."""

from render.manifests.pods import KINDS as PODS

KINDS = PODS | {"/PersistentVolume", "/PersistentVolumeClaim"}
