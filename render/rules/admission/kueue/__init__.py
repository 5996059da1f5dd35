"""Pods of Kueue's workloads, by the rules of Kueue's webhooks."""

from render.manifests.pods import KINDS as KINDS
