"""Checks of a spec against its cluster. One file per check, found by the folder and run in the order of their names.

Each module has `check(wanted, view)`, which yields results. If the user lacks a permission, the check ends with
`unknown` after the results so far; the caller adds that.
"""
