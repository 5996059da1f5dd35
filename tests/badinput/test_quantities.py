"""One quantity, as YAML has it: what becomes of it in the pod, and what two nodes need of it together."""

import pytest

from render import engine
from render.engine import RenderRejected
from tests.manifests import containers, manifests

RESOURCES = ("cpu", "memory", "nvidia.com/gpu")

# Written in the spec, written in the pod, and what two nodes need as CPUs, bytes and GPUs; None is refused.
ACCEPTED = [
    ("1", "1", "2", "2", "2"),
    ("1.5", "1.5", "3", "4", None),
    ("5.", "5", "10", "10", "10"),
    (".5", "0.5", "1", "2", None),
    ("0.1", "0.1", "200m", "2", None),
    ("0.0000001k", "0.0000001k", "2m", "2", None),
    ("1e3", "1000", "2k", "2k", "2k"),
    ("1e-6", "0.000001", "2m", "2", None),
    ("1234567.5", "1234567.5", "2469135", "2469136", None),
    ("+1", "1", "2", "2", "2"),
    ("0", "0", "0", "0", "0"),
    ("-0", "0", "0", "0", "0"),
    ("0Gi", "0Gi", "0", "0", "0"),
    # YAML's own ways to write a number, as Helm reads them.
    ("1_000", "1000", "2k", "2k", "2k"),
    ("0x10", "16", "32", "32", "32"),
    ("0b11", "3", "6", "6", "6"),
    ("0o17", "15", "30", "30", "30"),
    ("012", "10", "20", "20", "20"),
    ('"012"', "012", "24", "24", "24"),
    ('"00.500"', "00.500", "1", "2", None),
    ("5n", "5n", "2m", "2", None),
    ("100u", "100u", "2m", "2", None),
    ("1001m", "1001m", "2002m", "4", None),
    ("1000m", "1000m", "2", "2", "2"),
    ("1k", "1k", "2k", "2k", "2k"),
    ("500M", "500M", "1G", "1G", "1G"),
    ("1G", "1G", "2G", "2G", "2G"),
    ("1T", "1T", "2T", "2T", None),
    ("1P", "1P", "2P", "2P", None),
    ("1E", "1E", None, "2E", None),
    ("1Ki", "1Ki", "2Ki", "2Ki", "2Ki"),
    ("512Mi", "512Mi", "1Gi", "1Gi", "1Gi"),
    ("1.5Gi", "1.5Gi", "3Gi", "3Gi", "3Gi"),
    ("0.1Gi", "0.1Gi", "214748364800m", "214748366", None),
    ("0.5Ki", "0.5Ki", "1Ki", "1Ki", "1Ki"),
    ("0.25Ki", "0.25Ki", "512", "512", "512"),
    ("62.5Ki", "62.5Ki", "125Ki", "125Ki", "125Ki"),
    ("0.48828125Ki", "0.48828125Ki", "1k", "1k", "1k"),
    ("4.8828125Ki", "4.8828125Ki", "10k", "10k", "10k"),
    ("1Ti", "1Ti", "2Ti", "2Ti", None),
    ("1Pi", "1Pi", "2Pi", "2Pi", None),
    ("1Ei", "1Ei", None, "2Ei", None),
    ("4E", "4E", None, "8E", None),
    ("2147483647", "2147483647", "4294967294", "4294967294", "4294967294"),
    ("9007199254740991", "9007199254740991", None, "18014398509481982", None),
    ('"4000000000000000001"', "4000000000000000001", None, "8000000000000000002", None),
    ('"0.0000000000000000002"', "0.0000000000000000002", "2m", None, None),
    ('"8999999999.999999999n"', "8999999999.999999999n", "18", "18", None),
]

REFUSED = [
    '"1e3"', '"1E3"', '"1e-3"', "1e400", "1e-7", '".5"', '"5."', '"+1"', "-1", '"-1"', "-0.5",
    '"1_000"', "1 Gi", '" 1"', '"1\\n"', "512GB", "512gi", "1K", "1ki", "1mi", "1KiB", "1,5", "1/2", "Gi", "\u0661",
    '"0x10"', '""', "~Gi", "true", "12:30:00", "2026-01-01", "[1]", "{a: 1}", "!!str", "1\u00a0", "1\u200b", "½",
    # Beyond what Helm reads exactly, and beyond 64 bits.
    "9007199254740992", "9223372036854775807", "9223372036854775808", '"9223372036854775807"', "1e21", "1e308",
    "4Ei", "7Ei", "9Ei", "8E", "9E", "1000000P", "1.23456789012345Ti",
    '"4600000000000000000"', '"0.00000000000000000000002"', '"1000000000000000000000000000000000"',
]  # fmt: skip

NOT_YAML = [".inf", "-.inf", ".nan"]


def spec(resource: str, written: str) -> str:
    return f"image: a\nnumNodes: 2\nscheduler: volcano\nresourcesPerNode:\n  limits:\n    {resource}: {written}\n"


def outcome(resource: str, written: str) -> tuple[str, str] | None:
    """Return what the pod has and what the gang needs; None where exactly the quantity is refused."""
    try:
        documents = manifests(engine.merge_values([spec(resource, written)], engine="embedded"))
    except RenderRejected as refused:
        [refusal] = refused.rejections
        assert refusal.pointer == f"/resourcesPerNode/limits/{resource.replace('/', '~1')}"
        return None
    limits = containers(documents)["node"]["resources"]["limits"]
    return limits[resource], documents["podgroup"]["spec"]["minResources"][resource]


@pytest.mark.parametrize("row", ACCEPTED, ids=[row[0] for row in ACCEPTED])
def test_quantity(row: tuple[str, str, str | None, str | None, str | None]) -> None:
    written, in_pod, *needed = row
    expected = [None if amount is None else (in_pod, amount) for amount in needed]
    assert [outcome(resource, written) for resource in RESOURCES] == expected


@pytest.mark.parametrize("written", REFUSED)
def test_refused_quantity(written: str) -> None:
    assert [outcome(resource, written) for resource in RESOURCES] == [None, None, None]


@pytest.mark.parametrize("written", NOT_YAML)
def test_quantity_that_no_spec_can_hold(written: str) -> None:
    with pytest.raises(RenderRejected, match="unsupported value"):
        engine.merge_values([spec("memory", written)], engine="embedded")


def test_null_takes_a_quantity_back() -> None:
    documents = manifests(engine.merge_values([spec("memory", "null")], engine="embedded"))
    assert "resources" not in containers(documents)["node"]
    assert "minResources" not in documents["podgroup"]["spec"]
