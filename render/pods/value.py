"""The value of a variable, or of a word of a command line."""

from render.manifests.places import Data

Value = str | Data
"""What a container gets. Where only the cluster knows it: the variable as the manifest has it, without its name."""


def as_written(text: str) -> Data:
    """Return a text that holds references which can't be resolved here."""
    return {"value": text}
