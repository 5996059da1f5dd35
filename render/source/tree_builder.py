"""Walk over the events of a text with a stack of open collections."""

from typing import Any, NoReturn

import yaml

from render.problem import MAX_PROBLEMS, Problem, Rule, Span
from render.source import codes
from render.source.collection import Anchor, Frame
from render.source.document import Node
from render.source.scalars import HELM_FALSE, HELM_TRUE, NOT_FINITE, NULL, OCTAL, key_text, resolve_scalar

MAX_DEPTH = 200
"""Real documents have up to 40. Helm reads 10,000; the limits here are 255 (jsonschema-rs) and 1,000 (json)."""

MAX_NODES = 250_000
"""Maximum nodes of a document, and half the maximum of a text. A cluster's largest object (1.5 MiB) has fewer."""

MAX_DOCUMENTS = 10_000
"""Maximum documents of a text. Each takes up to 0.1 ms to check."""

MAX_ALIASED_NODES = 200_000
"""Maximum nodes that all aliases of a text expand to: ten lines of nested aliases can expand to gigabytes."""

MAX_ALIASED_CHARACTERS = 8 * 2**20
"""Maximum characters that all aliases of a text expand to: the limit of a file (`MAX_FILE_BYTES`)."""

_BOOLEAN_KEYS = (HELM_TRUE | HELM_FALSE) - {"true", "false"}
_RESOLVED_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("bool", "float", "int", "null"))
_MERGE = "<<"
_TEMPLATE_HINT = "`{{` begins a template: render the file first, as with `helm template`, or quote the value"


class StopError(Exception):
    """Reading stopped; the last problem has the reason."""


class TreeBuilder:
    """The state of the walk after the events so far."""

    def __init__(self, file: str, max_nodes: int = MAX_NODES) -> None:
        """Begin a text; `max_nodes` is the maximum number of nodes of a document."""
        self.file = file
        self.max_nodes = max_nodes
        self.documents = 0
        self.start: Span | None = None
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self.stack: list[Frame] = []
        self.anchors: dict[str, Anchor] = {}
        self.nodes = 0
        """The number of nodes of this document, with aliases expanded."""
        self.characters = 0
        """The number of characters of this document's scalars, with aliases expanded."""
        self.others = 0
        """The number of nodes of the documents before this one."""
        self.aliased = 0
        self.aliased_characters = 0
        self.end = 1, 1

    def take(self, event: Any) -> None:
        """Add an event. Raise StopError if the rest of the text can't be read."""
        span = _span(event)
        kind = type(event)
        if self.nodes > self.max_nodes or self.nodes + self.others > 2 * self.max_nodes:
            self._too_many(span)
        if kind is yaml.ScalarEvent:
            self._scalar(event, span)
        elif kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
            self._open(event, span)
        elif kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
            self._close(span)
        elif kind is yaml.AliasEvent:
            self._alias(event.anchor, span)
        elif kind is yaml.DocumentStartEvent:
            self._start(span)

    def _start(self, span: Span) -> None:
        if self.documents == MAX_DOCUMENTS:
            self._stop(codes.TOO_MANY_VALUES, f"exceeds the limit of {MAX_DOCUMENTS} documents of a file", span)
        self.documents += 1
        self.others += self.nodes
        self.start = span
        self.anchors.clear()
        self.nodes = 0
        self.characters = 0

    def _open(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent, span: Span) -> None:
        if self._expects_key():
            line, column = self.stack[-1].start[:2]
            is_template = isinstance(event, yaml.MappingStartEvent) and span[:2] == (line, column + 1)
            hint = _TEMPLATE_HINT if is_template else None
            self._stop(codes.KEY_NOT_TEXT, "a key must be text, not a mapping or a list", span, hint)
        if len(self.stack) == MAX_DEPTH:
            self._too_deep(span)
        if event.anchor is not None:
            self.anchors[event.anchor] = Anchor()
        before = self.nodes, self.characters
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(Frame(span, self._pending_key(), event.anchor, before, is_mapping=is_mapping))
        self.nodes += 1

    def _close(self, span: Span) -> None:
        frame = self.stack.pop()
        if span[:2] != span[2:]:  # a block has no closing bracket: it ends where its last child ends
            self.end = span[2:]
        node = frame.closed(self.end)
        if frame.anchor is not None:
            nodes, characters = frame.before
            self.anchors[frame.anchor] = Anchor(node, self.nodes - nodes, self.characters - characters, frame.height)
        self._keep(node, frame.height)

    def _alias(self, name: str, span: Span) -> None:
        self.end = span[2:]
        anchor = self.anchors.get(name)
        if anchor is None:
            self._stop(codes.UNKNOWN_ALIAS, f"`*{name}` has no anchor `&{name}` before it", span)
        if anchor.node is None:
            self._stop(codes.UNKNOWN_ALIAS, f"`*{name}` is inside its own anchor", span)
        self.nodes += anchor.nodes
        self.characters += anchor.characters
        self.aliased += anchor.nodes
        self.aliased_characters += anchor.characters
        for count, limit, what in (
            (self.aliased, MAX_ALIASED_NODES, "values"),
            (self.aliased_characters, MAX_ALIASED_CHARACTERS, "characters"),
        ):
            if count > limit:
                self._stop(codes.TOO_MANY_ALIASES, f"aliases expand to more than {limit} {what}", span)
        if len(self.stack) + anchor.height > MAX_DEPTH:
            self._too_deep(span)
        if not self._expects_key():
            self._keep(anchor.node._replace(value=span, key=self._pending_key()), anchor.height)
        elif anchor.node.scalar is None:
            self._stop(codes.KEY_NOT_TEXT, "a key must be text, not a mapping or a list", span)
        else:
            self._key(anchor.node.scalar, span, is_plain=False)

    def _scalar(self, event: yaml.ScalarEvent, span: Span) -> None:
        self.end = span[2:]
        text = event.value
        self.nodes += 1
        self.characters += len(text)
        is_plain = event.implicit[0] and not event.style
        if self._expects_key():
            if event.anchor is not None:
                self.anchors[event.anchor] = Anchor(Node(span, scalar=text, data=text), characters=len(text))
            self._key(text, span, is_plain=is_plain)
            return
        data = resolve_scalar(text) if is_plain or event.tag in _RESOLVED_TAGS else text
        node = Node(span, self._pending_key(), text, data=data)
        if event.anchor is not None:
            self.anchors[event.anchor] = Anchor(node, characters=len(text))
        if is_plain:
            self._misread(text, data, span)
        self._keep(node, 0)

    def _misread(self, text: str, data: object, span: Span) -> None:
        """Report a plain scalar that means something else than it looks like."""
        if text in NOT_FINITE:
            self._report(codes.NOT_FINITE, f"`{text}` is not a valid number in JSON", span, f'write `"{text}"`')
        elif OCTAL.fullmatch(text) and not self._is_file_mode():
            message = f"`{text}` is read as an octal number, {data}"
            self._report(codes.OCTAL, message, span, f'write `{text.lstrip("0")}`, or `"{text}"` for text')

    def _key(self, text: str, span: Span, *, is_plain: bool) -> None:
        frame = self.stack[-1]
        if is_plain and text in NULL:
            self._stop(codes.KEY_NOT_TEXT, "a key must be text, not null", span)
        key = key_text(text) if is_plain else text
        if is_plain and text in _BOOLEAN_KEYS:
            self._report(codes.BOOLEAN_KEY, f"Helm reads the key `{text}` as `{key}`", span, f'write `"{text}"`')
        earlier = frame.children.get(key)
        if earlier is not None and earlier.key is not None:
            place = f"{earlier.key[0]}:{earlier.key[1]}"
            self._report(
                codes.DUPLICATE_KEY, f"duplicate key `{text}`, first defined at {place}", span, "remove one of them"
            )
        frame.pending = key, span
        frame.is_merging = is_plain and text == _MERGE

    def _is_file_mode(self) -> bool:
        """Return whether the number is a file mode, which is meant to be octal, as in `defaultMode: 0644`."""
        pending = self.stack[-1].pending if self.stack else None
        return pending is not None and pending[0].lower().endswith("mode")

    def _expects_key(self) -> bool:
        return bool(self.stack) and self.stack[-1].is_mapping and self.stack[-1].pending is None

    def _pending_key(self) -> Span | None:
        pending = self.stack[-1].pending if self.stack else None
        return pending and pending[1]

    def _keep(self, node: Node, height: int) -> None:
        """Add a finished value to the collection around it."""
        if not self.stack:
            self.root = self.root or node
            return
        frame = self.stack[-1]
        frame.height = max(frame.height, height + 1)
        if not frame.is_merging:
            frame.add(node)
        elif not frame.merge(node):
            self._stop(codes.SYNTAX, "`<<` must be a mapping or a list of mappings", node.span)

    def _too_many(self, span: Span) -> NoReturn:
        is_document = self.nodes > self.max_nodes
        limit, what = (self.max_nodes, "document") if is_document else (2 * self.max_nodes, "file")
        self._stop(codes.TOO_MANY_VALUES, f"exceeds the limit of {limit} values of a {what}", span)

    def _too_deep(self, span: Span) -> NoReturn:
        self._stop(codes.TOO_DEEP, f"exceeds the limit of {MAX_DEPTH} levels of nesting", span)

    def _report(self, rule: Rule, message: str, span: Span, hint: str | None = None) -> None:
        self.problems.append(rule.problem(message, hint=hint, file=self.file, span=span))
        if len(self.problems) == MAX_PROBLEMS:
            self._stop(codes.TOO_MANY_PROBLEMS, "too many problems: the rest of the file is not read", span)

    def _stop(self, rule: Rule, message: str, span: Span, hint: str | None = None) -> NoReturn:
        self._report(rule, message, span, hint)
        raise StopError


def _span(event: Any) -> Span:
    start, end = event.start_mark, event.end_mark
    return start.line + 1, start.column + 1, end.line + 1, end.column + 1
