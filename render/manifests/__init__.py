"""Kubernetes objects as they are written: what they are, and what their schemas refuse."""
