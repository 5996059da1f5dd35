"""For a pull request: what it means for the trainings, a table of the objects, and the fields folded away.

Names and values are anybody's text, so that each is HTML without a character that Markdown or HTML gives a meaning.
"""

import re
from collections.abc import Iterator
from itertools import chain

from render.diff.fate import Action, Fate
from render.diff.outputs._fields import described
from render.diff.outputs._objects import label, words
from render.diff.report import Report
from render.problem import printable

_MEANING = re.compile(r"(?<=[wW])\.|[^A-Za-z0-9 .,;/()\u00a0-\U0010ffff-]")
"""`www.` and `://` make links, whatever is around them."""
_CODE = re.compile(r"`([^`]*)`")


def lines(report: Report) -> Iterator[str]:
    """Yield Markdown as GitHub and GitLab read it."""
    yield "### What this change does\n\n"
    yield from (f"- {'🛑 ' if one.is_loss else ''}{_sentence(one.sentence)}\n" for one in report.told)
    changed = [fate for fate in report.fates if fate.action is not Action.UNCHANGED]
    if not changed:
        yield "Nothing changes in the cluster.\n"
        return
    yield ("\n" if report.told else "") + "| object | what happens | why |\n| --- | --- | --- |\n"
    yield from (_row(fate) for fate in changed)
    unchanged = len(report.fates) - len(changed)
    if unchanged:
        yield f"\nUnchanged: {unchanged}.\n"
    yield from (_details(fate) for fate in changed if fate.changes)


def _row(fate: Fate) -> str:
    return f"| <code>{_safe(label(fate))}</code> | {words(fate.action)} | {_sentence(fate.why or '')} |\n"


def _details(fate: Fate) -> str:
    rows = chain.from_iterable(
        (
            f"{'! ' if fate.is_refused(change) and not number else '  '}{line}"
            for number, line in enumerate(described(change))
        )
        for change in fate.changes
    )
    body = "\n".join(map(_safe, rows))
    return f"\n<details><summary><code>{_safe(label(fate))}</code></summary>\n\n<pre>{body}</pre>\n\n</details>\n"


def _sentence(written: str) -> str:
    """Return a sentence with its literals as code."""
    text = printable(written)
    return "".join(
        f"<code>{_safe(part)}</code>" if number % 2 else _safe(part) for number, part in enumerate(_CODE.split(text))
    )


def _safe(written: str) -> str:
    return _MEANING.sub(lambda match: match[0] if match[0] == "\n" else f"&#{ord(match[0])};", written)
