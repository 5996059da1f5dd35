"""The rules: checks that schemas can't express. Each rule is a file `AREA/SLUG.py`, found by its folder.

A rule's docstring is both its documentation and its test. CONTRIBUTING.md describes how to add a rule.
"""
