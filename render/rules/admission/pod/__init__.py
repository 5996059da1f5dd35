"""Pods and their templates: scheduling, security, naming, resources."""
