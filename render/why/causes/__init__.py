"""Causes: one folder an area, one module a cause.

An area's package has `RANK` (areas of a lower rank block first) and `IS_GATE` (True if its causes keep a run from
starting). A cause has `find(run)`, which yields explanations, and reads nothing but the run.
"""
