"""Repositories with objects of Argo CD and Flux, and what is said to them."""
