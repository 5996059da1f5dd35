"""Environment variables: whatever refers to whatever, a container gets what its spec says."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.engine import RenderRejected
from tests.golden.kubelet import environment
from tests.manifests import Documents, containers, manifests
from tests.strategies import bounded

NAMES = ("A", "B", "C", "D", "E", "dotted.name-x")
PIECES = st.sampled_from(
    [
        *(f"$({name})" for name in NAMES),
        *("$(PET_NODE_RANK)", "$(PET_NNODES)", "$(UNKNOWN)", "$()", "$$(A)", "$$", "$", "$(", ")", "(", "a b", "\n"),
    ]
)
RANK = {"valueFrom": {"fieldRef": {"fieldPath": "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}}
VALUES = st.lists(PIECES, max_size=5).map("".join) | st.just(RANK)
ENVS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=len(NAMES))

GIVEN = {"PET_NODE_RANK": "3", "PET_NNODES": "4"}


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield a value's parts as Kubernetes documents them: ("text", what is meant) or ("name", the variable)."""
    while text:
        if text.startswith("$$"):
            yield "text", "$"
            text = text[2:]
        elif text.startswith("$(") and ")" in text:
            name, _, text = text[2:].partition(")")
            yield "name", name
        else:
            yield "text", text[0]
            text = text[1:]


def circular(env: Mapping[str, Any]) -> set[str]:
    """Return the variables that lead back to themselves."""
    inside = {
        name: {part for kind, part in tokens(value) if kind == "name" and part in env}
        for name, value in env.items()
        if isinstance(value, str)
    }
    reached = dict(inside)
    for _ in env:
        reached = {name: set().union(found, *(reached.get(n, set()) for n in found)) for name, found in reached.items()}
    return {name for name, found in reached.items() if name in found}


def expected_value(env: Mapping[str, Any], name: str) -> str:
    """Return the value that a variable should have: references resolved first, in no order at all."""
    if name in GIVEN:
        return GIVEN[name]
    if name not in env:
        return f"$({name})"
    if env[name] == RANK:
        return GIVEN["PET_NODE_RANK"]
    if "$(" not in env[name]:
        return str(env[name])
    return "".join(part if kind == "text" else expected_value(env, part) for kind, part in tokens(env[name]))


def received(parsed: Documents) -> dict[str, str]:
    """Return what the kubelet gives to the program of node 3."""
    pod = {"metadata": {"annotations": {"batch.kubernetes.io/job-completion-index": "3"}}}
    return environment(pod, containers(parsed)["node"], list(parsed.values()))


@pytest.mark.slow
@bounded(400)
@given(ENVS)
def test_a_container_gets_what_the_spec_says(env: dict[str, Any]) -> None:
    spec = {"image": "train:1", "numNodes": 4, "env": env}
    if circle := circular(env):
        with pytest.raises(RenderRejected) as refused:
            manifests(spec)
        named = {str(refusal.pointer).removeprefix("/env/") for refusal in refused.value.rejections}
        assert named
        assert named <= circle
        return
    parsed = manifests(spec)
    found = received(parsed)
    assert {name: found[name] for name in env} == {name: expected_value(env, name) for name in env}
    written = {name for name in parsed["env-configmap"]["data"] if not name.startswith("PET_")}
    assert written == {name for name, value in env.items() if isinstance(value, str) and "$(" not in value}


@bounded(100)
@given(ENVS, ENVS)
def test_the_config_map_has_another_name_when_its_data_changes_and_only_then(one: Any, other: Any) -> None:
    try:
        first, second = (manifests({"image": "i", "env": env})["env-configmap"] for env in (one, other))
    except RenderRejected:
        return
    assert (first["data"] == second["data"]) == (first["metadata"]["name"] == second["metadata"]["name"])


def test_a_circle_is_named_whole() -> None:
    with pytest.raises(RenderRejected) as refused:
        manifests({"image": "i", "env": {"A": "$(B)", "B": "$(C)", "C": "$(B)$(D)", "D": "d"}})
    [refusal] = refused.value.rejections
    assert refusal.pointer == "/env/B"
    assert "B -> C -> B" in refusal.message


@pytest.mark.parametrize("length", [10, 300])
def test_a_long_chain(length: int) -> None:
    env = {f"V{i}": f"$(V{i + 1})" for i in range(length)} | {f"V{length}": "end"}
    assert received(manifests({"image": "i", "env": env}))["V0"] == "end"
