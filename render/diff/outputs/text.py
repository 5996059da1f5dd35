"""Text for people: notes on the runs, then the changed objects field by field."""

from collections.abc import Iterator

import click

from render.diff.comparison import Comparison
from render.diff.effect import Action, Effect
from render.diff.outputs._wording import action_words, describe_change, object_label
from render.problem import printable, without_commands

_COLOURS = {
    Action.CREATED: "green",
    Action.APPLIED: "yellow",
    Action.RENAMED: "yellow",
    Action.REFUSED: "red",
    Action.RECREATED: "red",
    Action.REMOVED: "red",
}


def lines(report: Comparison) -> Iterator[str]:
    """Yield a line per note and a paragraph per changed object. Styles are ANSI codes."""
    for one in report.notes:
        yield click.style(without_commands(printable(one.sentence)), fg="red" if one.is_loss else None) + "\n"
    separator = "\n" if report.notes else ""
    for effect in report.effects:
        if effect.action is not Action.UNCHANGED:
            yield separator + without_commands(_paragraph(effect))
            separator = ""


def _paragraph(effect: Effect) -> str:
    rows = [f"{object_label(effect)}: {click.style(action_words(effect.action), fg=_COLOURS.get(effect.action))}"]
    if effect.why is not None:
        rows.append(f"  {printable(effect.why)}")
    for change in effect.changes:
        first, *rest = describe_change(change)
        rows += [f"  {'! ' if effect.is_refused(change) else '  '}{first}", *(f"    {line}" for line in rest)]
    return "".join(f"{row}\n" for row in rows)
