"""Documentation of a rule: the parts of its docstring."""

from dataclasses import dataclass
from inspect import cleandoc

from render.problem import Severity
from render.rules.rule import Check

_HEADINGS = ("Source:", "Example:", "Use instead:")


@dataclass(frozen=True, slots=True)
class RuleDoc:
    """Documentation of a rule."""

    code: str
    name: str
    severity: Severity
    summary: str
    """One sentence without a full stop."""
    text: str
    """Paragraphs: what is rejected, by which component, and why."""
    source: str
    example: str
    """YAML with the finding."""
    instead: str
    """YAML without the finding."""

    @classmethod
    def of(cls, check: Check) -> "RuleDoc":
        """Return the documentation of a rule. Raises ValueError if its docstring lacks a part."""
        title, *lines = cleandoc(check.function.__globals__["__doc__"]).splitlines()
        summary = title.partition(": ")[2].removesuffix(".")
        parts = _parts(lines)
        missing = [heading for heading in ("", *_HEADINGS) if not parts.get(heading)]
        if missing:
            what = ", ".join(f"`{heading}`" if heading else "a paragraph" for heading in missing)
            raise ValueError(f"{check.function.__module__}: the docstring lacks {what}")
        text, source, example, instead = (parts[heading] for heading in ("", *_HEADINGS))
        return cls(check.rule.code, check.rule.name, check.rule.severity, summary, text, source, example, instead)


def _parts(lines: list[str]) -> dict[str, str]:
    """Return the text under each heading; the key of the text before the first heading is empty."""
    found: dict[str, list[str]] = {"": []}
    current = found[""]
    for line in lines:
        heading = next((heading for heading in _HEADINGS if line.startswith(heading)), None)
        if heading is None:
            current.append(line)
        else:
            current = found.setdefault(heading, [])
            current.append(line.removeprefix(heading).strip())
    return {heading: cleandoc("\n".join(["", *text])) for heading, text in found.items()}
