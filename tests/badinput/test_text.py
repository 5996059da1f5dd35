"""Text stays text: what a field of the spec holds, its place in the manifests holds exactly, or it is refused."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from render.engine import RenderRejected
from tests.full import Full, refused_places, replaced, substituted
from tests.manifests import Documents, manifests
from tests.schema import Place

TEXTS = {
    "quotes": "\"' `",
    "line breaks": "a\nb\n\nc\n",
    "line break": "\n",
    "line breaks at the end": "a\n\n",
    "leading line break": "\n a\n",
    "CRLF": "a\r\nb",
    "tab": "\ta\t",
    "spaces": "  a  ",
    "template": "{{ .Values }}",
    "failing template": '{{ fail "x" }}',
    "comment of a template": "{{/* a */}}",
    "format": "%s %d %!d(MISSING)",
    "reference": "$(NAME)",
    "escaped reference": "$$(X)",
    "dollars": "$$ $ $( $)",
    "mapping": "a: b",
    "colon at the end": "a:",
    "list": "- a",
    "comment": "# c",
    "comment after text": "a # c",
    "document": "---",
    "document end": "...",
    "second document": "a\n---\n# Source: x\nkind: Pod\n",
    "anchor": "&a *a !!int",
    "flow": "{a: [b], c}",
    "directive": "%YAML 1.1",
    "y": "y",
    "n": "n",
    "on": "on",
    "true": "true",
    "null": "null",
    "tilde": "~",
    "exponent": "1e3",
    "octal": "0o17",
    "old octal": "012",
    "hexadecimal": "0x1F",
    "float": "1.0",
    "infinity": ".inf",
    "date": "2026-01-01",
    "sexagesimal": "12:30:00",
    "merge key": "<<",
    "equals": "=",
    "backslashes": "\\n \\ \\x41",
    "markup": "<a href='b'>&amp;</a>",
    "emoji": "😀🏳️‍🌈",
    "line separator": "a\u2028b\u2029c",
    "byte order mark": "\ufeffa",
    "right to left": "\u202eabc\u202c שלום",
    "combining": "e\u0301 \u00e9",
    "next line": "a\u0085b",
    "escape": "\x1b[31mred",
    "path": "/a b # {{ .Values }}\n- c",
    "address": "s3://a b # {{ .Values }}",
    "empty": "",
    "64 KB": "long text, " * 6000,
}

VARIANTS: dict[str, dict[Place, Any]] = {
    "volcano, torchrun, claims created": {
        ("scheduler",): "volcano",
        ("launcher",): "torchrun",
        ("storage", "checkpoints", "mode"): "create",
        ("initializers", "storage", "mode"): "create",
    },
    "coscheduling, plain, claims there": {
        ("scheduler",): "coscheduling",
        ("launcher",): "plain",
        ("storage", "checkpoints", "mode"): "existing",
        ("initializers", "storage", "mode"): "existing",
    },
    "volcano, mpi": {
        ("scheduler",): "volcano",
        ("launcher",): "mpi",
        ("ssh", "port"): 2222,
        ("storage", "checkpoints", "mode"): "none",
        ("initializers", "storage", "mode"): "create",
    },
    "kueue, elastic": {
        ("scheduler",): "kueue",
        ("launcher",): "torchrun",
        ("suspend",): None,
        ("numNodes",): None,
        ("elastic",): {"minNodes": 1, "maxNodes": 2},
        ("topology", "slice"): {"level": "topology.example.com/rack", "nodes": 1},
    },
}

ENVS = (("env",), ("initializers", "dataset", "env"), ("initializers", "model", "env"))
HASH = re.compile(r"(-devices-|-env-|-files-|-launcher-)[0-9a-f]{10}$")


def unhashed(value: Any) -> Any:
    """Return documents without the hashes of data, which say what the data says."""
    if isinstance(value, dict):
        return {key: unhashed(child) for key, child in value.items()}
    if isinstance(value, list):
        return [unhashed(child) for child in value]
    return HASH.sub(r"\1HASH", value) if isinstance(value, str) else value


PATHS = "does not match pattern '^(/["


def pointed(refused: RenderRejected) -> set[Place]:
    """Return the places that a refusal names."""
    # Helm reports a key of a map at the root; only those of `files` are paths.
    pointers = ["/files" if PATHS in refusal.message else refusal.pointer or "" for refusal in refused.rejections]
    return {tuple(step.replace("~1", "/").replace("~0", "~") for step in p.split("/")[1:]) for p in pointers}


def rendered_as_far_as_accepted(full: Full, texts: Mapping[Place, str]) -> tuple[Documents, set[Place]]:
    """Return the manifests with a text wherever it is not refused, and the places where it is."""
    refused = refused_places(replaced(full.spec, texts))
    while True:
        try:
            return manifests(replaced(full.spec, {p: t for p, t in texts.items() if p not in refused})), refused
        except RenderRejected as error:
            more = pointed(error)
            if not more <= set(texts) - refused:
                raise
            refused |= more


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", TEXTS)
def test_text_stays_text(name: str, variant: str) -> None:
    text = TEXTS[name]
    full = Full(VARIANTS[variant])
    texts = dict.fromkeys(full.marks, text)
    refused_by_schema = refused_places(replaced(full.spec, texts))
    if refused_by_schema:
        with pytest.raises(RenderRejected) as refusal:
            manifests(replaced(full.spec, texts))
        assert pointed(refusal.value) == refused_by_schema

    documents, refused = rendered_as_far_as_accepted(full, texts)

    # A variable with a reference stands elsewhere than one without: the mark then has one, too.
    inline = {(*env, "TEXT"): full.marks[*env, "TEXT"] + "$(A)" for env in ENVS if "$(" in text}
    expected = substituted(
        manifests(replaced(full.spec, {place: mark for place, mark in inline.items() if place not in refused})),
        {mark: text for place, mark in full.marks.items() if place not in refused},
    )
    assert unhashed(documents) == unhashed(expected)
