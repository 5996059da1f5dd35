"""For people: first what it means for the trainings, then the objects that change, field by field."""

from collections.abc import Iterator

import click

from render.diff.fate import Action, Fate
from render.diff.outputs._fields import described
from render.diff.outputs._objects import label, words
from render.diff.report import Report
from render.problem import printable, without_commands

_COLOURS = {
    Action.CREATED: "green",
    Action.APPLIED: "yellow",
    Action.RENAMED: "yellow",
    Action.REFUSED: "red",
    Action.RECREATED: "red",
    Action.REMOVED: "red",
}


def lines(report: Report) -> Iterator[str]:
    """Yield a sentence a line, and a paragraph for each object that does not stay as it is. Styles are ANSI."""
    for one in report.told:
        yield click.style(without_commands(printable(one.sentence)), fg="red" if one.is_loss else None) + "\n"
    separator = "\n" if report.told else ""
    for fate in report.fates:
        if fate.action is not Action.UNCHANGED:
            yield separator + without_commands(_paragraph(fate))
            separator = ""


def _paragraph(fate: Fate) -> str:
    rows = [f"{label(fate)}: {click.style(words(fate.action), fg=_COLOURS.get(fate.action))}"]
    if fate.why is not None:
        rows.append(f"  {printable(fate.why)}")
    for change in fate.changes:
        first, *rest = described(change)
        rows += [f"  {'! ' if fate.is_refused(change) else '  '}{first}", *(f"    {line}" for line in rest)]
    return "".join(f"{row}\n" for row in rows)
