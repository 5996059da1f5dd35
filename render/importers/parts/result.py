"""What an import gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from render.problem import Problem

API_VERSION, KIND = "render/v1alpha1", "TrainingJob"


@dataclass(frozen=True, slots=True)
class Imported:
    """A spec, and what is to be told of it."""

    values: Mapping[str, Any]
    """Empty where an error keeps it from being made."""
    problems: tuple[Problem, ...]
    namespace: str | None = None
    """Of what was imported: a spec names none."""
    by: str = ""
    """Who ran it until now."""


def said(section: Mapping[str, Any]) -> dict[str, Any]:
    """Return a section without the keys that say nothing."""
    return {key: value for key, value in section.items() if value not in (None, "", {}, [])}
