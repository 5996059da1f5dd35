"""Inventory of a cluster. One file per check, found by the folder and run in the order of their names.

Each module has `check(view)`, like those of `render.doctor.checks` but without a spec.
"""
