"""Tables of what the rules say, by area; the docstrings' own examples are run by tests/unit/test_rules.py."""
