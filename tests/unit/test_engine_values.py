"""How the engine reads and merges values, against the real `helm`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from render import engine
from render.engine.helm_command import HelmCommand
from tests.unit.charts import chart, helm_template

VALUES: dict[str, tuple[list[str], list[str]]] = {
    "nothing": ([], []),
    "empty texts": (["", "# a\n", "---\n", "{}"], []),
    "Helm's scalars": (
        ["{a: 1e3, b: 0o17, c: 1_000, d: 2020-01-01, e: 12:30, f: ~, g: 0777, h: 1., i: 08, j: yes, k: =}"],
        [],
    ),
    "numbers": (["{a: 12345678901234567890, b: 1e400, c: 0.1, d: -0.0, e: 9007199254740993, f: 1e21, g: 1000000}"], []),
    "text": (['a: "\\u0000\\u007f\\u0085\\u2028\\U0001F600"', "b: 'é{{ .Values }}'", "c: |\n  x\n  y\n"], []),
    "keys": (["y: 1", "1.0: a", "true: b", "'': c"], []),
    "anchors": (["a: &a {b: 1, c: 2}\nd: *a\ne: {<<: *a, c: 3}"], []),
    "mappings merge": (["a: {b: 1, c: {d: 2}}", "a: {c: {e: 3}, f: 4}", "a: {b: {g: 5}}"], []),
    "lists are replaced": (["a: [1, 2, {b: 3}]", "a: [{c: 4}]"], []),
    "a null stays": (["a: {b: 1}\nc: null", "a: {b: null, d: null}", "c: {e: null}"], []),
    "a null replaces and is replaced": (["a: {b: 1}", "a: null", "a: {c: 2}"], []),
    "CRLF and byte order mark": (["\ufeffa: 1\r\nb:\r\n  c: 2\r\n"], []),
    "JSON": (['{"a": [1, 2.5, "\\u00e9", null, true], "b": {"c": {}}}'], []),
    "sets": (["a: {b: 1}\nc: [1]\nd: x"], ["a.e=2,a.f.g=h", "c={2,3}", "d=y"]),
    "types of sets": ([], ["a=1,b=true,c=null,d=1.5,e=007,f=,g={},h=[],i=9999999999999999999,j=0x1f,k={a,1,null}"]),
    "escapes in sets": ([], [r"a\.b=c\,d,e=f\=g", r"h=\{i\}", r"j\[0\]=k", "l=m=n", "o=[p]", r"q={r\,s}"]),
    "a set of null": (["a: {b: 1, c: 2}"], ["a.b=null"]),
    "sets in order": ([], ["a.b=1", "a={x}", "a=2", "c.d=3", "c.e=4"]),
    "an index": (["a: [1, 2, 3]"], ["a[1]=x"]),
    "an index below an index": (["a: [{b: 1}, {b: [5, 6]}]"], ["a[1].b[0]=x,a[0].c=y"]),
    "an index past the end": (["a: [1]"], ["a[2]=x", "b[1].c=2"]),
}


@pytest.mark.usefixtures("helm_in_path")
@pytest.mark.parametrize(("texts", "sets"), VALUES.values(), ids=VALUES)
def test_values_merge_as_helm_merges(texts: list[str], sets: list[str]) -> None:
    assert engine.merge_values(texts, sets) == engine.merge_values(texts, sets, engine="helm")


def test_the_command_reads_values_as_an_install_would(tmp_path: Path, helm: Path) -> None:
    demo = chart(tmp_path, {"templates/a.yaml": "v: {{ .Values | toJson }}"})
    texts = ["a: {b: 1, c: null}\nd: [1]", "a: {b: null, e: 1e3}"]
    files = [f"-f{tmp_path / str(position)}" for position in range(len(texts))]
    for position, text in enumerate(texts):
        (tmp_path / str(position)).write_text(text)
    printed = helm_template(helm, demo, tmp_path, *files, "--set", "d[1]=x,f=g")
    assert json.loads(printed.partition("\nv: ")[2]) == HelmCommand(str(helm)).values(texts, ["d[1]=x,f=g"])


NOT_YAML = "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(st.sampled_from("abcd"), json_values, max_size=3), max_size=3))
def test_any_values_merge_as_helm_merges(helm: Path, layers: list[dict[str, Any]]) -> None:
    texts = [re.sub(NOT_YAML, "?", json.dumps(layer, ensure_ascii=False)) for layer in layers]
    assert engine.merge_values(texts, engine="embedded") == HelmCommand(str(helm)).values(texts, [])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_reaches_the_chart_in_both_engines(text: str, tmp_path: Path, helm: Path) -> None:
    demo = chart(tmp_path, {"templates/a.yaml": "v: {{ .Values.v | b64enc }}"})
    assert HelmCommand(str(helm)).template(demo, {"v": text}, "run1", "team", hooks=True) == engine.template(
        demo, {"v": text}, "run1", "team", engine="embedded"
    )
