"""The walk over a text's events: a stack of open collections, and what each event adds to it."""

import re
from dataclasses import dataclass, field
from typing import NoReturn

import yaml

from render.problem import Problem, Rule, Span
from render.source import codes
from render.source.document import Node

MAX_DEPTH = 1000
"""Far below what Helm reads (10,000)."""

MAX_ALIASED_NODES = 200_000
"""Nodes that all aliases of a text may stand for: ten lines of nested aliases are gigabytes when written out."""

HELM_TRUE = frozenset(["y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "True", "TRUE"])
HELM_FALSE = frozenset(["n", "N", "no", "No", "NO", "off", "Off", "OFF", "False", "FALSE"])
NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
NULL = frozenset(["", "~", "null", "Null", "NULL"])


class StopError(Exception):
    """The text is not worth reading further; the last problem says why."""


@dataclass(slots=True)
class _Frame:
    """A mapping or a sequence that is open."""

    start: Span
    is_mapping: bool
    key: Span | None
    anchor: str | None
    nodes_before: int
    children: dict[str, Node] = field(default_factory=dict)
    pending: tuple[str, Span] | None = None
    """The key whose value comes next."""


@dataclass(slots=True)
class _Anchor:
    """What an alias stands for: its number of nodes (None while it is still open) and its text if it is a scalar."""

    nodes: int | None
    scalar: str | None = None


@dataclass(slots=True)
class Walk:
    """What is known after the events so far."""

    file: str
    documents: int = 0
    root: Node | None = None
    problems: list[Problem] = field(default_factory=list)
    stack: list[_Frame] = field(default_factory=list)
    anchors: dict[str, _Anchor] = field(default_factory=dict)
    nodes: int = 0
    aliased: int = 0
    end: tuple[int, int] = (1, 1)

    def take(self, event: yaml.Event) -> None:
        """Add one event; raise StopError where going on makes no sense."""
        span = _span(event)
        match event:
            case yaml.DocumentStartEvent():
                self._start_document(span)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._open(event, span)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._close(span)
            case yaml.AliasEvent(anchor=str(name)):
                self._alias(name, span)
            case yaml.ScalarEvent():
                self.nodes += 1
                if event.anchor is not None:
                    self.anchors[event.anchor] = _Anchor(1, event.value)
                self._scalar(event.value, span, is_plain=event.implicit[0] and not event.style)

    def _start_document(self, span: Span) -> None:
        self.documents += 1
        self.anchors.clear()
        if self.documents == 2:
            self._report(codes.SEVERAL_DOCUMENTS, "a second document starts here", span, "one file holds one spec")

    def _open(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent, span: Span) -> None:
        if self._expects_key():
            self._stop(codes.KEY_NOT_TEXT, "a key must be text, not a mapping or a list", span)
        if len(self.stack) == MAX_DEPTH:
            self._stop(codes.TOO_DEEP, f"is nested deeper than {MAX_DEPTH} levels", span)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchor(None)
        key = self.stack[-1].pending if self.stack else None
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Frame(span, is_mapping, key and key[1], event.anchor, self.nodes))
        self.nodes += 1

    def _close(self, span: Span) -> None:
        frame = self.stack.pop()
        if span[:2] != span[2:]:  # a block has no closing bracket: it ends where its last child ends
            self.end = span[2:]
        if frame.anchor is not None:
            self.anchors[frame.anchor] = _Anchor(self.nodes - frame.nodes_before)
        place = (*frame.start[:2], *self.end)
        self._keep(Node(place, frame.key, is_mapping=frame.is_mapping, children=frame.children))

    def _alias(self, name: str, span: Span) -> None:
        anchor = self.anchors.get(name)
        if anchor is None:
            self._stop(codes.UNKNOWN_ALIAS, f"`*{name}` has no anchor `&{name}` before it", span)
        if anchor.nodes is None:
            self._stop(codes.UNKNOWN_ALIAS, f"`*{name}` stands inside its own anchor", span)
        self.nodes += anchor.nodes
        self.aliased += anchor.nodes
        if self.aliased > MAX_ALIASED_NODES:
            self._stop(codes.TOO_MANY_ALIASES, f"aliases stand for more than {MAX_ALIASED_NODES} values", span)
        if self._expects_key() and anchor.scalar is None:
            self._stop(codes.KEY_NOT_TEXT, "a key must be text, not a mapping or a list", span)
        self._scalar(anchor.scalar, span, is_plain=False)

    def _scalar(self, value: str | None, span: Span, *, is_plain: bool) -> None:
        self.end = span[2:]
        if self._expects_key() and value is not None:
            self._key(value, span, is_plain=is_plain)
        else:
            if is_plain and value is not None and NOT_FINITE.fullmatch(value):
                self._report(codes.NOT_FINITE, f"`{value}` is a number that JSON has not", span, f'write `"{value}"`')
            pending = self.stack[-1].pending if self.stack else None
            self._keep(Node(span, pending and pending[1], value))

    def _key(self, key: str, span: Span, *, is_plain: bool) -> None:
        frame = self.stack[-1]
        if is_plain and key in NULL:
            self._stop(codes.KEY_NOT_TEXT, "a key must be text, not null", span)
        if is_plain and key in HELM_TRUE | HELM_FALSE:
            read_as = "true" if key in HELM_TRUE else "false"
            self._report(codes.BOOLEAN_KEY, f"Helm reads the key `{key}` as `{read_as}`", span, f'write `"{key}"`')
        earlier = frame.children.get(key)
        if earlier is not None and earlier.key is not None:
            place = f"{earlier.key[0]}:{earlier.key[1]}"
            self._report(codes.DUPLICATE_KEY, f"the key `{key}` stands at {place} already", span, "keep one of the two")
        frame.pending = key, span

    def _expects_key(self) -> bool:
        return bool(self.stack) and self.stack[-1].is_mapping and self.stack[-1].pending is None

    def _keep(self, node: Node) -> None:
        """Add a finished value to the collection around it."""
        if not self.stack:
            self.root = self.root or node
            return
        frame = self.stack[-1]
        name = str(len(frame.children)) if frame.pending is None else frame.pending[0]
        frame.children[name] = node
        frame.pending = None

    def _report(self, rule: Rule, message: str, span: Span, hint: str | None = None) -> None:
        self.problems.append(rule.problem(message, hint=hint, file=self.file, span=span))

    def _stop(self, rule: Rule, message: str, span: Span) -> NoReturn:
        self._report(rule, message, span)
        raise StopError


def _span(event: yaml.Event) -> Span:
    start, end = event.start_mark, event.end_mark
    if start is None or end is None:
        raise AssertionError("libyaml marks every event")
    return start.line + 1, start.column + 1, end.line + 1, end.column + 1
