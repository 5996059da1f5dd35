"""Markdown for a pull request: notes on the runs, a table of objects, and folded field changes.

Names and values are untrusted: every character with a meaning in Markdown or HTML is escaped.
"""

import re
from collections.abc import Iterator
from itertools import chain

from render.diff.comparison import Comparison
from render.diff.effect import Action, Effect
from render.diff.outputs._wording import action_words, describe_change, object_label
from render.problem import printable

_MEANING = re.compile(r"(?<=[wW])\.|[^A-Za-z0-9 .,;/()\u00a0-\U0010ffff-]")
"""`www.` and `://` would become links."""
_CODE = re.compile(r"`([^`]*)`")


def lines(report: Comparison) -> Iterator[str]:
    """Yield Markdown as GitHub and GitLab read it."""
    yield "### Effects of this change\n\n"
    yield from (f"- {'🛑 ' if one.is_loss else ''}{_sentence(one.sentence)}\n" for one in report.notes)
    changed = [effect for effect in report.effects if effect.action is not Action.UNCHANGED]
    if not changed:
        yield "Nothing changes in the cluster.\n"
        return
    yield ("\n" if report.notes else "") + "| object | what happens | why |\n| --- | --- | --- |\n"
    yield from (_row(effect) for effect in changed)
    unchanged = len(report.effects) - len(changed)
    if unchanged:
        yield f"\nUnchanged: {unchanged}.\n"
    yield from (_details(effect) for effect in changed if effect.changes)


def _row(effect: Effect) -> str:
    label, why = _safe(object_label(effect)), _sentence(effect.why or "")
    return f"| <code>{label}</code> | {action_words(effect.action)} | {why} |\n"


def _details(effect: Effect) -> str:
    rows = chain.from_iterable(
        (
            f"{'! ' if effect.is_refused(change) and not number else '  '}{line}"
            for number, line in enumerate(describe_change(change))
        )
        for change in effect.changes
    )
    body = "\n".join(map(_safe, rows))
    return (
        f"\n<details><summary><code>{_safe(object_label(effect))}</code></summary>\n\n<pre>{body}</pre>\n\n</details>\n"
    )


def _sentence(written: str) -> str:
    """Return a sentence with its literals as `<code>`."""
    text = printable(written)
    return "".join(
        f"<code>{_safe(part)}</code>" if number % 2 else _safe(part) for number, part in enumerate(_CODE.split(text))
    )


def _safe(written: str) -> str:
    return _MEANING.sub(lambda match: match[0] if match[0] == "\n" else f"&#{ord(match[0])};", written)
