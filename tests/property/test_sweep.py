"""Whatever parameters hold, they become values: Helm reads what was meant, at the places that the template has."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from render import engine
from render.source import Document, Text, load_document
from render.source.yaml_writer import spec_to_yaml, to_flow_yaml
from render.sweep.combinations import name_suffixes
from render.sweep.sweep_file import Sweep, generate_specs
from render.sweep.template import Parameters, SpecTemplate
from tests.strategies import NASTY, bounded

TEMPLATE = """
name: a
alone: "{{ x }}"
within: "before {{ x }} after"
list: ["{{ x }}", {deep: "{{ y if x else x }}"}]
block: |
  line {{ x }}
  {{ y }}
plain: y{{ y }}
"""
YAML = ["12:30:00", "0o17", "1_000", "=", "<<", ".inf", "a\nname: b", "'", '"', "\\", "a: {b: [", "&a", "*a", "!t", "|"]
TEMPLATES = ["{{ y }}", "{% for a in b %}", "{{#"]
SPACE = ["a\r\nb", "\ta", " \n", "\n a\n", "a \n", "\x85", "\ufeff", "a\n\n", "\n"]
HOSTILE = st.sampled_from([*NASTY, *YAML, *TEMPLATES, *SPACE])
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
TEXTS = HOSTILE | st.text(CHARACTERS, max_size=20) | st.text("\n\t a#:-|>'\"{}", max_size=12)
SCALARS = TEXTS | st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e300, 1e300)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3))


def template() -> SpecTemplate:
    document, problems = load_document(Text("template.yaml", TEMPLATE))
    assert document.root is not None
    assert not problems
    return SpecTemplate(document, document.root)


def documents(*combinations: Parameters) -> Iterator[Document]:
    for one in generate_specs(Sweep(template(), list(combinations))):
        assert not one.problems
        assert one.document is not None
        yield one.document


def written(value: Any) -> Any:
    """A value as JSON has it, which does not tell `1.0` from `1`."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, list):
        return [written(item) for item in value]
    return {key: written(item) for key, item in value.items()} if isinstance(value, dict) else value


@bounded(400)
@given(SCALARS, SCALARS)
def test_no_parameter_changes_the_structure(x: Any, y: Any) -> None:
    [document] = documents({"x": x, "y": y})
    values = engine.merge_values([document.content])
    assert list(values) == sorted(["alone", "block", "list", "name", "plain", "within"])
    assert written(values["alone"]) == written(x)
    assert values["within"] == f"before {x} after"
    assert values["block"] == f"line {x}\n{y}\n"
    assert values["plain"] == f"y{y}"
    assert written(values["list"]) == [written(x), {"deep": written(y if x else x)}]


@bounded(400)
@given(st.dictionaries(TEXTS, VALUES, max_size=4), TEXTS)
def test_helm_reads_what_is_written(values: dict[str, Any], notice: str) -> None:
    assert written(engine.merge_values([spec_to_yaml(values, notice)])) == written(values)
    for value in values.values():
        if not isinstance(value, str) or "\n" not in value:
            assert written(engine.merge_values([f"a: {to_flow_yaml(value)}"])["a"]) == written(value)


@bounded(200)
@given(st.lists(st.fixed_dictionaries({"x": SCALARS, "y": VALUES}), min_size=1, max_size=8))
def test_names_differ_and_are_labels(combinations: list[Parameters]) -> None:
    found = [f"a-{suffix}" for suffix in name_suffixes(combinations)]
    assert len(set(found)) == len(combinations)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") and name[-1] != "-" for name in found)
