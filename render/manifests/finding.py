"""A finding: what a rule or a schema reports at a path of an object or of a spec, and its place in a file."""

import re
from typing import NamedTuple

from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object
from render.problem import Problem, Rule, Severity, Span
from render.schema_errors.error import Path, SchemaError, json_pointer
from render.source import Document, Node

NO_OBJECT = Object(Document("", "", None), "", GroupVersionKind("", "", ""), {})
"""The object of a finding about a spec's values."""
NO_RULE = Rule("", "")
"""The rule of a finding until `render.rules.runner`, which runs the rule, sets it."""

_QUOTED = r"`([^`]+)`"


class Finding(NamedTuple):
    """A problem at a path, and a hint. It becomes a `Problem` at its place in a file (`to_problem`)."""

    path: Path
    """Path in the spec's values or in the object's data."""
    message: str
    hint: str | None = None
    object: Object = NO_OBJECT
    """The object; a rule sets it only if it reads several."""
    rule: Rule = NO_RULE
    is_about_key: bool = False
    """True if the key itself is wrong, independent of its value."""
    wants_text: bool = False
    """True if quotes around the value correct it."""
    excerpt: str = ""
    """The part of a text of several lines, such as a script, that the finding is about: its line is reported.
    Default: what the message quotes."""
    row: int = 0
    """The line of the excerpt in such a text, from 1; 0 for the first line that contains it."""
    related: tuple[Object, Path] | None = None
    """A place in another object that contributes, such as a limit that a request exceeds."""
    causes: tuple[Path, ...] = ()
    """Paths of all values that it is about, if it is only worth reporting where the user wrote one of them.
    In a rendered spec it is reported at the first one that the spec sets, and not at all if all are of the chart."""

    @classmethod
    def of(cls, error: SchemaError, rule: Rule, item: Object = NO_OBJECT) -> "Finding":
        """Return a schema error as a finding of the rule."""
        return cls(error.path, error.message, error.hint, item, rule, error.is_about_key, error.wants_text)

    @property
    def pointer(self) -> str:
        """The path as a JSON pointer (RFC 6901)."""
        return json_pointer(self.path)

    def of_rule(self, rule: Rule) -> "Finding":
        """Return it as a finding of a rule, with the rule's severity unless the rule has lowered it (`as_warning`)."""
        severity = rule.severity if self.rule is NO_RULE else self.rule.severity
        return self._replace(rule=rule._replace(severity=severity))

    @property
    def as_warning(self) -> "Finding":
        """The same finding with the severity of a warning."""
        return self._replace(rule=self.rule._replace(severity=Severity.WARNING))

    @property
    def as_note(self) -> "Finding":
        """The same finding with the severity of a note."""
        return self._replace(rule=self.rule._replace(severity=Severity.INFO))

    def span_in(self, document: Document, base: str = "") -> Span | None:
        """Return the place to mark in a document; `base` is the pointer to what the path starts from.

        For a missing key it is the key of the mapping that lacks it, for a value of several lines its key.
        """
        node, is_exact = document.nearest(base + self.pointer)
        if node is None:
            return None
        if node.key is not None and (self.is_about_key or not is_exact or node.scalar is None):
            return node.key
        line, column, end_line, end_column = node.span
        if is_exact and line != end_line and (found := self._excerpt_in(document, line, end_line - (end_column == 1))):
            return found
        is_short = is_exact and line == end_line
        return (line, column, end_line, end_column) if is_short else (line, column, line, column + 1)

    def _excerpt_in(self, document: Document, first: int, last: int) -> Span | None:
        """Return the place in the lines of a text of the excerpt, else of the first quotation of the message there.

        The first line holds the key. In a folded text (`>`) the lines are others than those of the value.
        """
        rows = list(enumerate(document.content.splitlines()[first - 1 : last], first))
        chosen = (*rows[self.row : self.row + 1], *rows) if self.row else rows
        for number, text in chosen if self.excerpt else ():
            if (column := text.find(self.excerpt) + 1) > 0:
                return number, column, number, column + len(self.excerpt)
        for quoted in re.findall(_QUOTED, self.message):
            word = re.compile(rf"(?<![\w./-]){re.escape(quoted)}(?![\w./-])")
            for number, text in rows:
                if match := word.search(text):
                    return number, match.start() + 1, number, match.end() + 1
        return None

    def hint_at(self, node: Node | None) -> str | None:
        """Return the hint; where quotes are missing, the value of a node in quotes."""
        if self.wants_text and node is not None and node.scalar:
            return f'quote it: `"{node.scalar}"`'
        return self.hint

    def problem_in(self, document: Document, base: str = "", label: str | None = None) -> Problem:
        """Return the finding as a problem in a document; `base` as in `span_in`, `label` of the object."""
        pointer = base + self.pointer
        node, _ = document.nearest(pointer)
        return self.rule.problem(
            self.message,
            hint=self.hint_at(node),
            file=document.file,
            span=self.span_in(document, base),
            pointer=pointer,
            object=label,
        )


def to_problem(finding: Finding) -> Problem:
    """Return a finding about an object as a problem at the line of its file."""
    item = finding.object
    return finding.problem_in(item.document, item.pointer, item.label)
