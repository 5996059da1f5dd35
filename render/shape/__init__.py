"""Data against a JSON Schema: what is wrong, in words, with the way out."""

from render.shape.judge import Judge
from render.shape.mistake import Mistake, Path, Sort

__all__ = ["Judge", "Mistake", "Path", "Sort"]
