"""Mutants: what changes in the code, and whether its tests notice."""
