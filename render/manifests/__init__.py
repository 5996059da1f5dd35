"""Kubernetes objects in files: their kinds, parts and schema errors."""
