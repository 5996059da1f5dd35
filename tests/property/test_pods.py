"""The variables of `render pods` are those that a spec means, whatever refers to whatever."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.manifests.objects import Object, objects
from render.pods.listing import list_pods
from render.source import Text, load_documents
from tests.manifests import rendered
from tests.property.test_env import ENVS, circular, expected_value
from tests.strategies import bounded

WORDS = st.sampled_from(["$(A)", "$$(B)", "$(dotted.name-x)", "--rank=$(PET_NODE_RANK)", "$(UNKNOWN)", "plain"])


def started(spec: Mapping[str, Any]) -> list[Any]:
    found = [item for document, _ in load_documents(Text("x", rendered(spec))) for item in objects(document)]
    members = [item for item in found if isinstance(item, Object)]
    return [pod.start(pod.container) for pod in list_pods(members, "team", "cluster.local")]


@pytest.mark.slow
@bounded(200)
@given(ENVS.filter(lambda env: not circular(env)), st.lists(WORDS, max_size=4))
def test_a_pod_is_started_with_what_the_spec_says(env: dict[str, Any], words: list[str]) -> None:
    """Node 3 of 4, as in the test of the chart; a word of a command line is a variable that nothing names."""
    *_, last = started({"image": "train:1", "numNodes": 4, "env": env, "command": ["train"], "args": words})
    assert {name: last.env[name] for name in env} == {name: expected_value(env, name) for name in env}
    assert list(last.args) == [expected_value({**env, "the word": word}, "the word") for word in words]
