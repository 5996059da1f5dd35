"""Every option of every fabric, changed once: `fabric-options.yaml` has what that changes on a node."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.chart.fabric_node import FabricNode
from tests.chart.helm import Helm
from tests.chart.test_fabrics import FACTS, spec
from tests.chart.test_plugins import field
from tests.schema import effective

FLIPS: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("fabric-options.yaml").read_text("utf-8"))
CASES = [(fabric, option) for fabric, options in FLIPS.items() for option in options]
PARTS = ("env", "resources", "annotations", "image", "claim")


def parts(node: FabricNode) -> dict[str, str]:
    """What a node has of its fabric, each value by the words of the table."""
    images = {daemon["name"]: daemon["image"] for daemon in node.daemons}
    claims = {
        one["name"]: re.sub("-[0-9a-f]{10}$", "", one["resourceClaimTemplateName"])
        for one in node.template["spec"].get("resourceClaims", [])
    }
    assert [{"name": name} for name in claims] == node.program["resources"].get("claims", [])
    values = (node.env, node.resources, node.annotations, images, claims)
    return {f"{part} {name}": value for part, found in zip(PARTS, values, strict=True) for name, value in found.items()}


@pytest.mark.parametrize(("fabric", "option"), CASES, ids=[".".join(case) for case in CASES])
def test_an_option_changes_what_it_says(fabric: str, option: str, helm4: Helm) -> None:
    flip = FLIPS[fabric][option]
    machine = next(iter(FACTS[fabric]["machines"]))
    before, after = (
        parts(FabricNode.of(helm4, spec(fabric, machine, **network)))
        for network in ({}, {fabric: {option: flip["is"]}})
    )
    names = {*before, *after}
    assert {name: after.get(name) for name in names if before.get(name) != after.get(name)} == flip["changes"]


def test_every_option_is_there() -> None:
    sections = effective(field("network"))["properties"]
    every = {name: set(effective(section)["properties"]) for name, section in sections.items() if name in FACTS}
    assert {name: set(options) for name, options in FLIPS.items()} == every
