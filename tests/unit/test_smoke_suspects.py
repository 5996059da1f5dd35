"""Who is slow: the rounds that are measured, and the comparison of what they give."""

import itertools

import pytest
import smoke_rounds as schedule
import smoke_suspects as suspects
import smoke_words as words
from smoke_suspects import Measurements, Pair

HOSTS = [f"host-{node}" for node in range(16)]


@pytest.mark.parametrize("nodes", [*range(1, 12), 64, 233])
def test_rounds(nodes: int) -> None:
    """Disjoint pairs, none twice; a bounded number of rounds, in which every node meets partner after partner."""
    found = schedule.rounds(nodes)
    assert len(found) <= schedule.AT_MOST
    for pairs in found:
        met = [node for pair in pairs for node in pair]
        assert len(met) == len(set(met)) >= nodes - 1 - nodes % 2
        assert all(a < b for a, b in pairs)
    every = [pair for pairs in found for pair in pairs]
    assert len(every) == len(set(every))
    if nodes <= schedule.AT_MOST:
        assert set(every) == set(itertools.combinations(range(nodes), 2))


def measured(nodes: int, slow: dict[int, float], links: dict[Pair, float] | None = None) -> Measurements:
    """Every node reaches 100 with every other one, give or take a little; `slow` ones less."""
    pairs = {}
    for pair in itertools.chain.from_iterable(schedule.rounds(nodes)):
        usual = 100 + sum(pair) % 5
        pairs[pair] = min([usual, *(slow[node] for node in pair if node in slow), *[(links or {}).get(pair, usual)]])
    return Measurements({}, pairs)


@pytest.mark.parametrize("backend", ["nccl", "gloo"])
@pytest.mark.parametrize("nodes", [3, 4, 5, 8, 16])
def test_slow_node_is_named_and_no_other(backend: str, nodes: int) -> None:
    for slow in range(nodes):
        found = measured(nodes, {slow: 40.0})
        named = suspects.nodes(found, backend)
        assert [(one.node, one.where, one.busbw) for one in named] == [(slow, "network", 40.0)]
        assert named[0].usual >= 100
        assert suspects.links(found, named, backend) == []


@pytest.mark.parametrize("nodes", [4, 8, 16])
def test_half_of_the_nodes_may_be_slow(nodes: int) -> None:
    slow = set(range(nodes // 2))
    named = suspects.nodes(measured(nodes, dict.fromkeys(slow, 30.0)), "nccl")
    assert {one.node for one in named} == slow


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 8, 16])
def test_healthy_nodes(nodes: int) -> None:
    found = measured(nodes, {})
    assert (suspects.nodes(found, "nccl"), suspects.links(found, [], "nccl")) == ([], [])


def test_one_pair_does_not_tell_which_of_its_two_is_slow() -> None:
    assert suspects.nodes(Measurements({}, {(0, 1): 1.0}), "nccl") == []


def test_slow_link_between_healthy_nodes() -> None:
    found = measured(4, {}, {(1, 3): 20.0})
    assert suspects.nodes(found, "nccl") == []
    assert suspects.links(found, [], "nccl") == [(1, 3)]
    assert (
        words.slow(found, [], [(1, 3)], HOSTS[:4])
        == "the link between node 1 (host-1) and node 3 (host-3) is slow: 20 GB/s"
    )


def test_node_that_is_slow_inside() -> None:
    found = Measurements({0: 450.0, 1: 200.0}, {(0, 1): 400.0})
    named = suspects.nodes(found, "nccl")
    assert words.slow(found, named, [], HOSTS[:2]) == (
        "node 1 (host-1) is slow between its own processes: 200 GB/s, usually 450 GB/s"
    )


@pytest.mark.parametrize(
    ("busbw", "backend", "named"),
    [(91, "nccl", False), (89, "nccl", True), (51, "gloo", False), (49, "gloo", True)],
)
def test_margin(busbw: float, backend: str, named: bool) -> None:  # noqa: FBT001
    found = Measurements({0: 100, 1: 100, 2: 100, 3: busbw}, {})
    assert bool(suspects.nodes(found, backend)) is named


def test_margin_grows_where_nodes_differ_anyway() -> None:
    """A tenth of distance is usual here, so that a fifth is nothing."""
    found = Measurements({0: 100, 1: 110, 2: 90, 3: 80, 4: 111}, {})
    assert suspects.nodes(found, "nccl") == []
    assert [one.node for one in suspects.nodes(Measurements({**found.inside, 5: 20}, {}), "nccl")] == [5]


def test_confirmation_gives_each_suspect_a_partner_of_its_own() -> None:
    assert schedule.confirmation([], {1, 2}, 6, 0) == [(0, 1), (2, 3)]
    assert schedule.confirmation([], {1, 2}, 6, 1) == [(1, 3), (2, 4)]
    assert schedule.confirmation([(0, 3)], {1}, 6, 0) == [(0, 3), (1, 2)]
    assert schedule.confirmation([(0, 3), (3, 4)], set(), 6, 0) == [(0, 3)]
    assert schedule.confirmation([], {0, 1}, 2, 0) == []


def test_no_one_is_slow() -> None:
    found = measured(4, {})
    assert words.slow(found, [], [], HOSTS[:4]) == "no node is slower than the others"
    assert "among three nodes or more" in words.slow(measured(2, {}), [], [], HOSTS[:2])


def test_ranks() -> None:
    assert [words.ranks(numbers) for numbers in ([3], [0, 1, 2, 5])] == ["rank 3", "ranks 0-2, 5"]
    assert words.ranks(range(0, 40, 2)) == "ranks 0, 2, 4, 6, 8, 10, 12, 14, 20 in all"


@pytest.mark.parametrize(("busbw", "named"), [(71, []), (69, [3])])
def test_margin_grows_with_the_differences_among_the_nodes(busbw: float, named: list[int]) -> None:
    """A typical node is a tenth from the usual; three times that is the margin, at any speed."""
    for unit in (0.01, 1, 10):
        found = Measurements({0: 110 * unit, 1: 100 * unit, 2: 90 * unit, 3: busbw * unit}, {})
        assert [one.node for one in suspects.nodes(found, "nccl")] == named


def test_margin_has_a_largest_value() -> None:
    found = Measurements({0: 170, 1: 100, 2: 30, 3: 49}, {})
    assert [one.node for one in suspects.nodes(found, "nccl")] == [2, 3]


def test_one_fast_node_hides_no_slow_one() -> None:
    found = Measurements({0: 140, 1: 100, 2: 98, 3: 80}, {})
    assert [one.node for one in suspects.nodes(found, "nccl")] == [3]
