"""The drawings of the page as data, and sizes and rates in words. What a browser makes of them: tests/browser."""

import json
from dataclasses import replace
from typing import Any

import pytest

from render.smoke.formatting import format_duration, format_rate, format_size
from render.smoke.page.chart import BOTTOM, LEFT, RIGHT, TOP, draw_chart
from render.smoke.page.heatmap import START, WIDTH, HeatMap, draw_heatmap
from render.smoke.result import Diagnosis, Link, SizeResult, SlowNode, SmokeResult, SourcedRate, parse_result
from tests.conftest import CHECKOUT

SAMPLE = parse_result(json.loads((CHECKOUT / "tests" / "smoke" / "result.json").read_bytes()))


def measured(*points: tuple[int, float], **members: Any) -> SmokeResult:
    sizes = tuple(SizeResult(count, busbw, busbw, 0, 1.0, 1.0, 1.0, 1.0) for count, busbw in points)
    return replace(SAMPLE, sizes=sizes, **members)


def diagnosed(*links: Link, slow: tuple[SlowNode, ...] = (), hosts: int = 3) -> HeatMap:
    names = tuple(f"node-{number}.pool.example" for number in range(hosts))
    found = draw_heatmap(replace(SAMPLE, hosts=names, diagnosis=Diagnosis(slow, links, 1)))
    assert found is not None
    return found


def test_sizes_are_apart_by_their_ratio_and_rates_count_from_zero() -> None:
    found = draw_chart(measured((8, 0.0), (1024, 3.0), (131072, 6.0)), [])
    assert [(dot.x, dot.y) for dot in found.dots] == [
        (LEFT, BOTTOM),
        ((LEFT + RIGHT) / 2, pytest.approx(BOTTOM - (BOTTOM - TOP) * 3 / 8, abs=0.1)),
        (RIGHT, pytest.approx(BOTTOM - (BOTTOM - TOP) * 6 / 8, abs=0.1)),
    ]
    assert [(tick.label, tick.is_minor) for tick in found.rates] == [
        ("0", False),
        ("2", True),
        ("4", False),
        ("6", True),
        ("8", False),
    ]
    assert found.dots[1].title == "1 KiB: 3 GB/s"


def test_floor_ceiling_and_earlier_runs_are_seen_whole() -> None:
    run = measured((8, 1.0), (16, 2.0), floor=SourcedRate(30.0, "given"), ceiling=50.0)
    found = draw_chart(run, [measured((4, 1.0), (64, 90.0)), measured(), measured((8, 1.0))])
    assert [(level.kind, level.label) for level in found.levels] == [("floor", "30 GB/s"), ("ceiling", "50 GB/s")]
    heights = [level.at for level in found.levels]
    assert heights == sorted(heights, reverse=True)
    assert all(TOP <= at <= BOTTOM for at in heights)
    assert [path.points.split()[0].split(",")[0] for path in found.earlier] == ["64.0", "229.5"]


def test_one_size_is_in_the_middle() -> None:
    [dot] = draw_chart(measured((8, 1.0)), []).dots
    assert dot.x == (LEFT + RIGHT) / 2


def test_there_are_few_labels_whatever_the_sizes() -> None:
    sizes = draw_chart(measured((1, 0.0), (2**62, 1.0)), []).sizes
    assert len(sizes) <= 7
    assert [tick.at for tick in sizes] == sorted(tick.at for tick in sizes)


def test_a_pair_is_two_squares_and_a_node_with_itself_one() -> None:
    found = diagnosed(Link(0, 1, 4.0, is_slow=True), Link(0, 2, 2.0, is_slow=False), Link(1, 1, 9.0, is_slow=False))
    side = (WIDTH - START) / 3
    places = {(round((one.x - START) / side), round((one.y - START) / side)): one for one in found.squares}
    assert {place: (one.text, one.bin) for place, one in places.items()} == {
        (0, 1): ("4", 0),
        (1, 0): ("4", 0),
        (0, 2): ("2", 2),
        (2, 0): ("2", 2),
        (1, 1): ("9", 0),
    }
    assert [one.is_slow for one in found.squares] == [False, False, False, True, True]
    assert places[0, 1].title == "0 node-0.pool.example and 1 node-1.pool.example: 4 GB/s"
    assert places[1, 1].title == "inside 1 node-1.pool.example: 9 GB/s"


def test_of_many_nodes_the_slow_ones_are_named() -> None:
    link = Link(0, 1, 4.0, is_slow=False)
    few, many = (diagnosed(link, slow=(SlowNode(last, "network", 1.0, 4.0),), hosts=last + 1) for last in (2, 99))
    assert [(name.number, name.host, name.is_slow) for name in few.names] == [
        (0, "node-0", False),
        (1, "node-1", False),
        (2, "node-2", True),
    ]
    assert [name.number for name in many.names] == [99]
    assert (few.is_fine, many.is_fine) == (False, True)
    assert {one.text for one in many.squares} == {""}


def test_without_pairs_there_is_no_map() -> None:
    assert draw_heatmap(replace(SAMPLE, diagnosis=None)) is None
    assert draw_heatmap(replace(SAMPLE, diagnosis=Diagnosis((), (), 0))) is None


@pytest.mark.parametrize(
    ("count", "text"), [(1, "1 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (2**30, "1 GiB"), (2**60, "1.049e+06 TiB")]
)
def test_sizes_in_words(count: int, text: str) -> None:
    assert format_size(count) == text


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (486.6, "487"), (99.96, "100"), (21.94, "21.9"), (0.5139, "0.514"), (2e-6, "2e-06")]
)
def test_rates_in_words(number: float, text: str) -> None:
    assert format_rate(number) == text


@pytest.mark.parametrize(
    ("microseconds", "text"), [(12.34, "12.3 µs"), (999.9, "1 ms"), (4567, "4.57 ms"), (2.5e6, "2.5 s"), (0, "0 µs")]
)
def test_times_in_words(microseconds: float, text: str) -> None:
    assert format_duration(microseconds) == text
