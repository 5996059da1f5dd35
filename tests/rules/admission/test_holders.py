"""Rules read pods in every kind that holds them: an error if the server validates the pod, else a warning."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object
from render.manifests.pods import KINDS, pods
from render.problem import Severity
from render.rules.runner import check_object
from render.source import Document

HOLDERS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("holders.yaml").read_text(encoding="utf-8"))


def test_every_holder_is_tested() -> None:
    assert HOLDERS.keys() == KINDS


@pytest.mark.parametrize("holder", HOLDERS.values(), ids=HOLDERS)
def test_container_name_is_found(holder: dict[str, Any]) -> None:
    data = holder["object"]
    item = Object(Document("", "", None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)
    [pod] = pods(item)
    [found] = [each for each in check_object(item, []) if each.rule.code == "ADM301"]
    assert ".".join(map(str, found.path)) == holder["place"]
    assert found.rule.severity is (Severity.WARNING if pod.is_opaque else Severity.ERROR)
