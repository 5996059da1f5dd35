"""Read a text's events, and say what is wrong with it.

Events, since libyaml's loader gives no positions and dies of deep nesting (a crash of the process near depth 20,000).
JSON is YAML too.
"""

from collections.abc import Iterable, Iterator

import yaml
from yaml.reader import ReaderError

from render.problem import LINE_BREAK, Problem
from render.source import codes
from render.source.document import Document
from render.source.read import Text
from render.source.scalar import NULL
from render.source.walk import MAX_NODES, StopError, Walk

Part = tuple[Document, tuple[Problem, ...]]
"""A document, and what is wrong with it."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_WAYS_OUT = {
    "could not find expected ':'": "a line of a mapping is `key: value`",
    "did not find expected ',' or ']'": "close the bracket",
    "did not find expected ',' or '}'": "close the brace",
    "did not find expected '-' indicator": "indent the items of a list alike",
    "did not find expected <document start>": "`---` starts another document",
    "did not find expected key": "indent the keys of a mapping alike",
    "found character that cannot start any token": "quote a text that starts with a special character",
    "found unexpected end of stream": "close the quotes",
    "mapping values are not allowed in this context": "quote a text that holds `: `, or check the indentation",
}
"""What mends the mistakes that libyaml names so."""


def load(text: Text) -> tuple[Document, tuple[Problem, ...]]:
    """Return the only document of a text and what is wrong with it, in the text's order.

    After a syntax error the positions are those before it.
    """
    return only(documents(text))


def only(parts: Iterable[Part]) -> tuple[Document, tuple[Problem, ...]]:
    """Return the first of a text's documents, which must be the only one, and what is wrong with the text."""
    (first, found), *others = parts
    problems = [*found, *(problem for _, more in others for problem in more)]
    second = next((document for document, _ in others if document.start), None)
    if second is not None:
        problems.append(several(second))
    if (others[-1][0] if others else first).is_whole:
        problems += _shape(first)
    return first, tuple(sorted(problems, key=lambda problem: problem.sort_key))


def several(document: Document) -> Problem:
    """Return the problem of a document beside a spec in one file."""
    message, hint = "a second document starts here", "one file holds one spec"
    return codes.SEVERAL_DOCUMENTS.problem(message, hint=hint, file=document.file, span=document.start)


def documents(text: Text, max_nodes: int = MAX_NODES) -> Iterator[Part]:
    """Yield each document of a text, at least one, with what is wrong with it. Nothing is read ahead.

    `max_nodes` is the number of values up to which a document is read.
    """
    walk = Walk(text.file, max_nodes)
    try:
        for event in yaml.parse(text.content, Loader=_Loader):
            walk.take(event)
            if isinstance(event, yaml.DocumentEndEvent):
                yield _taken(walk, text, is_whole=True)
    except StopError:
        pass
    except yaml.MarkedYAMLError as error:
        walk.problems.append(_syntax(text, error))
    except ReaderError as error:
        walk.problems.append(_control_character(text, error))
    else:
        if not walk.documents:
            yield _taken(walk, text, is_whole=True)
        return
    yield _taken(walk, text, is_whole=False)


def _taken(walk: Walk, text: Text, *, is_whole: bool) -> Part:
    """Return what the walk has found since the last document, and make it ready for the next one."""
    document = Document(
        text.file, text.content, walk.root, walk.start, is_whole, nodes=walk.nodes, characters=walk.characters
    )
    taken = document, tuple(walk.problems)
    walk.root, walk.start, walk.problems = None, None, []
    return taken


def _shape(document: Document) -> list[Problem]:
    root = document.root
    if root is None or root.scalar in NULL:
        return [codes.EMPTY.problem("holds nothing", file=document.file)]
    if not root.is_mapping:
        hint = "start it with `kind: TrainingJob`"
        return [codes.NOT_A_MAPPING.problem("is not a mapping", hint=hint, file=document.file, span=root.span)]
    return []


def _syntax(text: Text, error: yaml.MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    rows = LINE_BREAK.split(text.content)
    if line >= len(rows):  # the end of a text without a last newline counts as a line of its own
        line, column = len(rows) - 1, len(rows[-1])
    span = (line + 1, column + 1, line + 1, column + 2)
    if rows[line][column : column + 1] == "\t":
        return codes.TAB.problem("a tab can't indent", hint="indent with spaces", file=text.file, span=span)
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    return codes.SYNTAX.problem(reason, hint=_WAYS_OUT.get(error.problem or ""), file=text.file, span=span)


def _control_character(text: Text, error: ReaderError) -> Problem:
    before = text.content[: text.content.index(chr(error.character))]
    *above, row = LINE_BREAK.split(before)
    span = (len(above) + 1, len(row) + 1, len(above) + 1, len(row) + 2)
    return codes.CONTROL_CHARACTER.problem(
        f"holds the control character U+{error.character:04X}",
        hint=f'write it as an escape in double quotes: `"\\u{error.character:04x}"`',
        file=text.file,
        span=span,
    )
