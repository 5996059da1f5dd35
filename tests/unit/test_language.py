"""Docstrings, comments, messages, descriptions and pages have none of the phrases that we don't use.

To ban a phrase, add a row to PHRASES and correct what this test finds.
"""

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

Texts = Callable[[str], Iterator[tuple[int, str]]]
"""Returns the texts in a file's content, each with its line."""

ROOT = Path(__file__).parents[2]

CHART = ROOT / "charts" / "training-job"


def _files(*places: Path) -> dict[str, list[Path]]:
    """Return the Python files of folders by the folder in the repository; a file counts as a folder."""
    found = {place: sorted(place.rglob("*.py")) if place.is_dir() else [place] for place in places}
    return {str(place.relative_to(ROOT)): files for place, files in found.items() if files}


PYTHON = _files(
    *(place for place in sorted((ROOT / "render").iterdir()) if place.is_dir() or place.suffix == ".py"),
    CHART / "files",
    ROOT / "tests" / "rules" / "admission",
)
"""The Python files whose docstrings, comments and strings are checked, by folder."""

JSON = sorted([*(ROOT / "schemas" / "spec").rglob("*.json"), *(CHART / "files").rglob("*.json")])
"""Data whose strings are checked: descriptions of the spec's fields, effects of variables."""

YAML = sorted([CHART / "values.yaml", *(CHART / "reasons").glob("*.yaml"), *(CHART / "ci").glob("*.yaml")])
"""Values of the chart, whose comments and texts are checked."""

MARKDOWN = sorted(
    [
        *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        *(ROOT / "ci").rglob("README.md"),
    ]
)
"""Pages, whose prose is checked: without headings, names of other pages and blocks of code."""

TEMPLATES = sorted(file for file in (CHART / "templates").rglob("*") if file.suffix in (".tpl", ".yaml", ".txt"))
"""Templates, whose comments, messages and notes are checked."""


class Phrase(NamedTuple):
    """A phrase that we don't use."""

    pattern: str
    """A regular expression, in any case, between word boundaries."""
    instead: str
    example: str
    """A sentence with the phrase."""


PHRASES = (
    Phrase(r"(?<!there )(?:is|are) (?-i:no)(?! longer| more than)", "is not a", "a path is no label"),
    Phrase(r"(?<!there )(?:is|are|be|was) (?-i:none)", "is not a …, is invalid, is missing", "an address that is none"),
    Phrase("told", "reported, set, passed", "the user is told so"),
    Phrase("(?:no|some)body", "who it is: no controller, the user", "nobody reads it"),
    Phrase(r"stands?(?! (?:by|in) for)", "is, means, is written", "the key stands at 1:1"),
    Phrase("beside", "next to, with, and", "a field beside another"),
    Phrase("lays?", "puts, adds", "a patch that it lays over the spec"),
    Phrase("whatever", "any, regardless of", "whatever the spec says"),
    Phrase("for ever", "forever", "it waits for ever"),
    Phrase("lives on", "keeps running", "a container that lives on"),
    Phrase("be it", "even if", "with a block, be it empty"),
    Phrase("(?:is|are) refused for", "is rejected because of", "what a pod is refused for"),
    Phrase("(?:server|webhook)s? refuses?", "rejects", "the API server refuses the pod"),
    Phrase("of which there is", "which has", "a date of which there is no use"),
    Phrase("has not(?=$|[.,;:])", "does not have", "a name that the runtime has not."),
    Phrase("nothing is said", "nothing is reported", "nothing is said of it"),
    Phrase("ha(?:s|ve) said so", "reports it", "the schema has said so"),
    Phrase("(?:says?|said) so", "reports it", "where the schema says so"),
    Phrase("made of it", "created from it", "what is made of it"),
    Phrase("made anew", "recreated", "the pod is made anew"),
    Phrase("laid over", "merged into", "a patch is laid over the template"),
    Phrase("takes? away", "removes", "it takes the GPUs away and takes away the rest"),
    Phrase("goes? neither", "conflicts with", "it goes neither with this nor with that"),
    Phrase("(?:yield|return)s? (?:what|that)", "Yield a finding for …, Return the …, Check …", "Yield what is wrong"),
    Phrase("say (?:whether|what|that)", "Return True if …, Return whether …", "Say whether it is"),
    Phrase(r"(?-i:What|Who) \w+", "start with the noun: The fields of …, Check …", "What a node runs."),
)


ANY = re.compile("|".join(rf"\b(?:{phrase.pattern})\b" for phrase in PHRASES), re.IGNORECASE)


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.pattern)
def test_a_phrase_is_found(phrase: Phrase) -> None:
    assert list(_matches(phrase, phrase.example))


@pytest.mark.parametrize("name", PYTHON)
def test_python(name: str) -> None:
    _check(PYTHON[name], _python_texts)


def test_descriptions() -> None:
    _check(JSON, lambda source: ((1, _prose(text)) for text in _strings(json.loads(source))))


def test_values() -> None:
    _check(YAML, lambda source: _line_texts(source, r"(?:#|why:)(.*)"))


def test_templates() -> None:
    _check(TEMPLATES, _template_texts)


def test_pages() -> None:
    _check(MARKDOWN, _page_texts)


def _check(files: list[Path], texts: Texts) -> None:
    assert any(True for file in files for _ in texts(file.read_text(encoding="utf-8")))
    found = [fault for file in files for fault in _faults(file, texts)]
    assert not found, "\n".join(["phrases that we don't use:", *found])


def _faults(file: Path, texts: Texts) -> Iterator[str]:
    for line, text in texts(file.read_text(encoding="utf-8")):
        for phrase in PHRASES if ANY.search(text) else ():
            for match in _matches(phrase, text):
                yield f"{file.relative_to(ROOT)}:{line}: `{match}`: write `{phrase.instead}`"


def _matches(phrase: Phrase, text: str) -> Iterator[str]:
    yield from (match.group() for match in re.finditer(rf"\b(?:{phrase.pattern})\b", text, re.IGNORECASE))


def _python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield each comment, docstring and string of several words on one line, without code in backticks."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], _prose(token.string.removeprefix("#"))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, _prose(node.value)


def _strings(value: Any) -> Iterator[str]:
    """Yield each string of several words in a JSON value, keys excluded."""
    if isinstance(value, str):
        yield from [value] if " " in value else ()
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _line_texts(source: str, pattern: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source.splitlines(), 1):
        for match in re.finditer(pattern, line):
            yield number, _prose(match[1])


def _template_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield each comment and each line of a template, without actions."""
    for match in re.finditer(r"{{-?\s*/\*(.*?)\*/\s*-?}}", source, re.DOTALL):
        yield source.count("\n", 0, match.start()) + 1, _prose(match[1])
    rest = re.sub(r"{{.*?}}", lambda match: "\n" * match[0].count("\n"), source, flags=re.DOTALL)
    yield from _line_texts(rest, r"(.* .*)")


def _page_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield each line of a page in Markdown, without headings, links' texts and code."""
    is_code = False
    for number, line in enumerate(source.splitlines(), 1):
        is_code ^= line.lstrip().startswith("```")
        if not (is_code or line.startswith("#")):
            yield number, _prose(re.sub(r"\[[^]]*\]\(", "(", line))


def _prose(text: str) -> str:
    return " ".join(re.sub("`[^`]*`", "`…`", text).split())
