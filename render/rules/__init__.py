"""What neither a text nor a schema can say: one rule, one file `AREA/SLUG.py`, found by its folder.

A rule's docstring is the page that people read about it, and its test. CONTRIBUTING.md has the recipe.
"""
