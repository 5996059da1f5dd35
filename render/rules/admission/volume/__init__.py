"""Volumes, the claims behind them, and where containers mount them."""

from render.manifests.pods import KINDS as PODS

KINDS = PODS | {"/PersistentVolume", "/PersistentVolumeClaim"}
