"""What a spec may not ask for where a GitOps engine applies it."""

from typing import Any

import pytest

from render.programs.run import Run
from render.rules.gitops.ttl_on_tracked_spec import check
from tests.gitops.test_repositories import validated

TTL = {"ttlSecondsAfterFinished": 0}


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        (TTL, 0),
        (TTL | {"gitops": {"engine": "none"}}, 0),
        ({"gitops": {"engine": "argocd"}}, 0),
        (TTL | {"gitops": {"engine": "argocd"}}, 1),
        (TTL | {"gitops": {"engine": "flux", "onChange": "refuse"}}, 1),
        (TTL | {"gitops": {"engine": "argocd", "onChange": "recreate"}}, 0),
    ],
)
def test_time_to_live(spec: dict[str, Any], count: int) -> None:
    assert len(list(check(Run(spec, "train")))) == count


def test_what_is_recreated_is_reported_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "kind: TrainingJob\nname: a\nimage: registry.example/train:1\nttlSecondsAfterFinished: 5\n"
    (tmp_path / "a.yaml").write_text(text + "gitops: {engine: argocd, onChange: recreate}\n", encoding="utf-8")
    printed = validated(tmp_path, monkeypatch, "a.yaml", "--output", "concise")
    assert [word for word in printed.split() if word.startswith("GIT")] == ["GIT101"]
