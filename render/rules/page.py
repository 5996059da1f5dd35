"""A rule's page: what its docstring says, part by part."""

from dataclasses import dataclass
from inspect import cleandoc

from render.problem import Severity
from render.rules.rule import Check

_HEADINGS = ("Source:", "Example:", "Use instead:")


@dataclass(frozen=True, slots=True)
class Page:
    """What people read about a rule."""

    code: str
    name: str
    severity: Severity
    summary: str
    """One sentence without a full stop."""
    text: str
    """Paragraphs: what is refused, by whom, and why."""
    source: str
    example: str
    """YAML that has the finding."""
    instead: str
    """YAML that has it not."""

    @classmethod
    def of(cls, check: Check) -> "Page":
        """Return the page of a rule. Raises ValueError where its docstring lacks a part."""
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
    """Return the text under each heading, that before the first one under an empty name."""
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
