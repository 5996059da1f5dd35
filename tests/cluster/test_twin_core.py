"""What the rules of the core API refuse, a real API server refuses, and the other way round.

One change at a time to an object that the server takes: its verdicts are on record, and tests/rules/admission holds
the rules against them. Here are the places that the server names, and several changes at once, by chance.
"""

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.cluster.server import Server
from tests.rules.admission.core import CASES, VERDICTS, Case, Data, apply_changes, errors, verdicts
from tests.strategies import bounded

ELSEWHERE = {
    "spec.clusterIP": "the server copies it into `clusterIPs`, and speaks of that",
    "spec.resources": "the schema says that `requests` is missing, the server that `storage` is",
    "stringData": "the server moves it into `data`, and speaks of that",
    "topologySpreadConstraints": "the server names the first of the two, and no field",
}
"""Changes by the end of their place, whose field the server calls otherwise."""

COPIED = {"spec.podCIDRs[0]": "spec.podCIDR"}
"""Fields into which the server copies another one, before it checks them."""


@pytest.fixture(scope="session")
def recorded(server: Server, *, regen: bool) -> dict[str, dict[str, str]]:
    if regen:
        found = {case.name: verdicts(case, lambda data: _is_refused(server, data)) for case in CASES}
        VERDICTS.write_text(yaml.safe_dump(found, width=1000), encoding="utf-8")
    loaded: dict[str, dict[str, str]] = yaml.safe_load(VERDICTS.read_text(encoding="utf-8"))
    return loaded


def _is_refused(server: Server, data: Data) -> bool:
    return server.create(data, dry_run=True).refusal != ""


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_record_is_what_the_server_says(case: Case, server: Server, recorded: dict[str, dict[str, str]]) -> None:
    assert verdicts(case, lambda data: _is_refused(server, data)) == recorded[case.name]


def disagreement(server: Server, data: Data) -> str:
    """Return who refuses what the other one takes; empty where they agree."""
    refusal, said = server.create(data, dry_run=True).refusal, errors(data)
    if bool(refusal) == bool(said):
        return ""
    return f"the server refuses: {refusal}" if refusal else f"the twin refuses: {said}"


def words(place: str) -> list[str]:
    """Return the parts of a place, however it is written; the server has `namespace` for `namespaces`."""
    found = re.findall(r"[a-z0-9_-]+", place.replace("~1", "/").lower())
    return [word.removesuffix("s").removeprefix("gce") for word in found]


def is_within(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_place_of_one_change(case: Case, server: Server) -> None:
    astray = {}
    for change in case.changes:
        made = apply_changes(case.data, (change,))
        causes = server.create(made, dry_run=True).body.get("details", {}).get("causes", ())
        named = [cause["field"] for cause in causes if cause.get("field")]
        fields = [*named, *(COPIED[field] for field in named if field in COPIED)]
        places = [said.pointer for said in errors(made)]
        is_named = any(is_within(words(field), words(place)) for field in fields for place in places)
        if fields and not is_named and not change.place.endswith(tuple(ELSEWHERE)):
            astray[str(change)] = (fields, places)
    assert astray == {}


@given(data=st.data())
@bounded(400)
def test_several_changes(server: Server, data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    places = st.lists(st.sampled_from(case.changes), min_size=2, max_size=4, unique_by=lambda each: each.place)
    changes = data.draw(places)
    apart = [each for each in changes if not any(each.place.startswith(f"{other.place}.") for other in changes)]
    assert disagreement(server, apply_changes(case.data, tuple(apart))) == ""
