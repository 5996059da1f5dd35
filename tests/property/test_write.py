"""What the project writes as YAML is read alike by Helm, by PyYAML and by itself."""

from pathlib import Path
from typing import Any

import helm_python
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import render
from render.source import Text, load_document
from render.source.yaml_writer import to_flow_yaml, to_yaml
from tests.strategies import bounded

ODD = (
    *("y", "n", "Y", "N", "yes", "No", "on", "OFF", "true", "False", "~", "null", "Null", "", "=", "<<", "-", "?", ":"),
    *("1e3", "1E3", "1.", ".5", "0o17", "017", "0x1", "0b1", "1_000", "+1", "-0", ".inf", "-.INF", ".nan", "1e400"),
    *("12:30:00", "1:20", "2024-01-01", "2024-01-01T00:00:00Z", "18446744073709551616", "0.1", "1.0", "00", "08"),
    *(
        "a: b",
        "a #b",
        "#a",
        "- a",
        "[a",
        "{a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`a",
        "'a",
        '"a',
        "a:",
        " a",
        "a ",
    ),
    *("a ", "a\nb", "a\n", "\na", "\n", " a\nb", "a\n b\n", "a \nb", "a\tb", "\ta", "a\r\nb", "a\rb", "---", "..."),
    *(
        "--- a",
        "\u2028",
        "a\u2028b",
        "\x85",
        "\ufeff",
        "\ufeffa",
        "\x7f",
        "\xa0",
        "é",
        "\U0001f600",
        "a\n\n\nb",
        "\n\n a",
    ),
    *("a\n---\nb", "a\n# b", "a\n...", "\\", "a\\nb", "x" * 200, "a " * 100, "x" * 130 + ": y", "null\n", "1e3\n"),
)
texts = st.one_of(st.sampled_from(ODD), st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12))
numbers = st.one_of(st.integers(-(2**53), 2**53), st.floats(-1e15, 1e15, allow_nan=False))
"""Helm keeps numbers as floats."""
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)
mappings = st.dictionaries(texts, values, max_size=4)


def readings(text: str) -> list[Any]:
    """Return what everyone reads in a document."""
    root = load_document(Text("written.yaml", text))[0].root
    return [helm_python.values_from_yaml(text), yaml.safe_load(text), root.data if root else None]


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_odd_text(text: str) -> None:
    value = {"value": text, text: "key", "list": [text], "map": {"list": [{text: text}]}}
    assert readings(to_yaml(value)) == [value] * 3


@bounded(300)
@given(mappings)
def test_document(value: dict[str, Any]) -> None:
    assert readings(to_yaml(value)) == [value] * 3


@bounded(300)
@given(mappings)
def test_line(value: dict[str, Any]) -> None:
    assert readings(f"key: {to_flow_yaml(value)}\n") == [{"key": value}] * 3


def test_nothing_else_writes_yaml() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in Path(render.__file__).parent.rglob("*.py")}
    writers = [path.name for path, text in sources.items() if "yaml.dump" in text or "safe_dump" in text]
    assert writers == ["yaml_writer.py"]
