"""What is wrong between several objects, or in what they make: where it stands, and what else has a part in it."""

from typing import NamedTuple

from render.manifests.objects import Object
from render.rules.findings import Found
from render.shape.mistake import Path


class Blame(NamedTuple):
    """What is wrong, at the place of a written object that brought it."""

    found: Found
    limit: tuple[Object, Path] | None = None
    """Where another object has the limit that does not fit."""
