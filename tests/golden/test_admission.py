"""JobSet's webhook accepts every example."""

import pytest
import yaml

from tests.conftest import RECORDINGS
from tests.golden.admission import refusals
from tests.golden.cases import Case, each_case


@each_case
def test_jobset_is_accepted(case: Case) -> None:
    assert list(refusals(case.jobset)) == []


def test_rules_agree_with_the_real_webhook() -> None:
    text = (RECORDINGS / "trainer" / "admission-jobset.yaml").read_text(encoding="utf-8")
    verdicts = {}
    for recorded in yaml.safe_load(text)["cases"]:
        try:
            accepted = not list(refusals(recorded["jobset"]))
        except NotImplementedError:
            continue
        verdicts[recorded["name"]] = (accepted, recorded["admission"] == "accepted")
    assert len(verdicts) >= 12
    assert {name: verdict for name, verdict in verdicts.items() if verdict[0] != verdict[1]} == {}


@pytest.mark.parametrize("length", [48, 49])
def test_longest_name_of_ten_nodes(length: int) -> None:
    jobset = Case("mnist-ddp").jobset
    jobset["metadata"]["name"] = "a" * length
    assert [reason for reason in refusals(jobset) if "pod name" in reason] == [
        f"pod name `{'a' * length}-node-0-3-abcde` is no DNS label" for _ in range(length - 48)
    ]
