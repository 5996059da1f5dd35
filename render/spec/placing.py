"""Put what is wrong with a value of a spec at the line that brought the value."""

from render.problem import Problem, Rule
from render.shape.mistake import Mistake
from render.shape.place import hint, span
from render.spec.blame import holds, written
from render.spec.rendering import Merged


def placed(rule: Rule, mistake: Mistake, merged: Merged) -> Problem:
    """Return a mistake at its place: in `--set`, or in the text that wrote the value."""
    if mistake.pointer and holds(merged.over, mistake.pointer):
        way_out = "write it in a file for `-f`, in quotes" if mistake.wants_text else mistake.hint
        return rule.problem(mistake.message, hint=way_out, file="--set", pointer=mistake.pointer)
    document, node = written(mistake.pointer, merged.documents)
    return rule.problem(
        mistake.message,
        hint=hint(mistake, node),
        file=document.file,
        span=span(mistake, document),
        pointer=mistake.pointer,
    )
