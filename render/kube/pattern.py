"""Regular expressions in the dialect of the API server and its webhooks (RE2)."""

from jsonschema_rs import Draft202012Validator, RegexOptions


def is_pattern(text: str) -> bool:
    """Say whether a text is a regular expression."""
    try:
        Draft202012Validator({"pattern": text}, pattern_options=RegexOptions())
    except ValueError:
        return False
    return True
