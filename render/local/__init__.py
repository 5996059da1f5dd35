"""Runs on this machine: each pod is a process tree with the command and environment of its manifest."""
