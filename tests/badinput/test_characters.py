"""Every character reaches the manifests as it is, or is refused with its place."""

import pytest

from render.engine import RenderRejected
from tests.manifests import containers, manifests
from tests.schema import UNWRITABLE

BORDERS = [
    0x1F,
    0x20,
    0x7E,
    0xA0,
    0xAD,
    0x200B,
    0x202E,
    0x2028,
    0x2029,
    0xD7FF,
    0xE000,
    0xFDD0,
    0xFEFF,
    0xFFFD,
    0x10000,
    0x1F600,
    0x10FFFF,
]
KEPT = [*map(chr, range(1, 0x20)), *map(chr, BORDERS)]


@pytest.mark.parametrize("character", UNWRITABLE, ids=ascii)
def test_what_yaml_has_no_place_for_is_refused(character: str) -> None:
    text = f"a{character}b"
    spec = {"image": "i", "args": ["ok", text], "env": {"A": text}, "pod": {"nodeSelector": {"c/d~": text}}}
    with pytest.raises(RenderRejected) as refused:
        manifests(spec)
    assert [refusal.pointer for refusal in refused.value.rejections] == [
        "/args/1",
        "/env/A",
        "/pod/nodeSelector/c~1d~0",
    ]


def test_such_a_key_is_refused_at_its_map() -> None:
    with pytest.raises(RenderRejected) as refused:
        manifests({"image": "i", "pod": {"nodeSelector": {"a\x7fb": "c"}}})
    assert [refusal.pointer for refusal in refused.value.rejections] == ["/pod/nodeSelector"]


def test_values_of_an_umbrella_chart_are_none_of_ours() -> None:
    manifests({"image": "i", "global": {"motd": "\x7f"}})


@pytest.mark.parametrize("character", KEPT, ids=ascii)
def test_every_other_character_is_kept(character: str) -> None:
    text = f"a{character}b"
    spec = {"image": "i", "args": [text], "env": {"A": text, "B": f"$(A){text}"}, "pod": {"annotations": {"c": text}}}
    parsed = manifests(spec)
    node = containers(parsed)["node"]
    template = parsed["jobset"]["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]
    inline = {variable["name"]: variable.get("value") for variable in node["env"]}
    assert node["args"] == [text]
    assert parsed["env-configmap"]["data"]["A"] == text
    assert inline["B"] == f"$(A){text}"
    assert template["metadata"]["annotations"]["c"] == text
