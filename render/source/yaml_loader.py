"""Load the documents of a text, with their problems.

It reads events, since libyaml's loader gives no positions and crashes the process at a depth near 20,000.
JSON is YAML, too.
"""

from collections.abc import Iterable, Iterator

import yaml
from yaml.reader import ReaderError

from render.problem import Problem, split_lines
from render.source import codes
from render.source.document import Document
from render.source.files import Text
from render.source.scalars import NULL
from render.source.tree_builder import MAX_NODES, StopError, TreeBuilder

Part = tuple[Document, tuple[Problem, ...]]
"""A document and its problems."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_HINTS = {
    "could not find expected ':'": "a line of a mapping is `key: value`",
    "did not find expected ',' or ']'": "close the bracket",
    "did not find expected ',' or '}'": "close the brace",
    "did not find expected '-' indicator": "indent the items of a list alike",
    "did not find expected <document start>": "`---` starts another document",
    "did not find expected key": "indent the keys of a mapping alike",
    "found character that cannot start any token": "quote a text that starts with a special character",
    "found unexpected end of stream": "close the quotes",
    "mapping values are not allowed in this context": "quote a text that contains `: `, or check the indentation",
}
"""The hint for each error message of libyaml."""


def load_document(text: Text) -> tuple[Document, tuple[Problem, ...]]:
    """Return the only document of a text and its problems, in the order of the text.

    After a syntax error, the document only has the positions before it.
    """
    return only_document(load_documents(text))


def only_document(parts: Iterable[Part]) -> tuple[Document, tuple[Problem, ...]]:
    """Return the first of a text's documents, and all problems: a second document is one."""
    (first, found), *others = parts
    problems = [*found, *(problem for _, more in others for problem in more)]
    second = next((document for document, _ in others if document.start), None)
    if second is not None:
        problems.append(second_document_problem(second))
    if (others[-1][0] if others else first).is_whole:
        problems += _shape(first)
    return first, tuple(sorted(problems, key=lambda problem: problem.sort_key))


def second_document_problem(document: Document) -> Problem:
    """Return the problem of a second document in a file with a spec."""
    message, hint = "a second document starts here, but a spec is a single document", "move it to another file"
    return codes.SEVERAL_DOCUMENTS.problem(message, hint=hint, file=document.file, span=document.start)


def load_documents(text: Text, max_nodes: int = MAX_NODES) -> Iterator[Part]:
    """Yield each document of a text, at least one, with its problems. The text is read lazily.

    `max_nodes` is the maximum number of values of a document.
    """
    walk = TreeBuilder(text.file, max_nodes)
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


def _taken(walk: TreeBuilder, text: Text, *, is_whole: bool) -> Part:
    """Return the walk's current document with its problems, and reset the walk for the next one."""
    document = Document(
        text.file, text.content, walk.root, walk.start, is_whole, nodes=walk.nodes, characters=walk.characters
    )
    taken = document, tuple(walk.problems)
    walk.root, walk.start, walk.problems = None, None, []
    return taken


def _shape(document: Document) -> list[Problem]:
    root = document.root
    if root is None or root.scalar in NULL:
        return [codes.EMPTY.problem("is empty", file=document.file)]
    if not root.is_mapping:
        return [codes.NOT_A_MAPPING.problem("is not a mapping", file=document.file, span=root.span)]
    return []


def _syntax(text: Text, error: yaml.MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    rows = split_lines(text.content)
    if line >= len(rows):  # the end of a text without a final newline counts as its own line
        line, column = len(rows) - 1, len(rows[-1])
    span = (line + 1, column + 1, line + 1, column + 2)
    if rows[line][column : column + 1] == "\t":
        return codes.TAB.problem(
            "a tab can't be used for indentation", hint="indent with spaces", file=text.file, span=span
        )
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    return codes.SYNTAX.problem(reason, hint=_HINTS.get(error.problem or ""), file=text.file, span=span)


def _control_character(text: Text, error: ReaderError) -> Problem:
    before = text.content[: text.content.index(chr(error.character))]
    *above, row = split_lines(before)
    span = (len(above) + 1, len(row) + 1, len(above) + 1, len(row) + 2)
    return codes.CONTROL_CHARACTER.problem(
        f"contains the control character U+{error.character:04X}",
        hint=f'write it as an escape in double quotes: `"\\u{error.character:04x}"`',
        file=text.file,
        span=span,
    )
