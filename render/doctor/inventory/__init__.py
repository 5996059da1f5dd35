"""What a cluster has: one check, one file, found by the folder and run in the order of their names.

Each module has `check(view)`, as those of `render.doctor.checks` without a spec.
"""
