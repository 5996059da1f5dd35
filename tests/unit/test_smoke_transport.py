"""The proof of the transport, on lines as NCCL 2.19 to 2.30 and its plug-ins write them."""

from pathlib import Path

import pytest
import smoke_transport as transports
from smoke_transport import Transport

BEFORE = "node-0:179:179 [0] NCCL INFO "
LOGS = {
    "infiniband": (
        "Bootstrap: Using eth0:10.0.0.1<0>\n"
        "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
        "Using network IB\n"
        "Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA\n"
        "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read\n"
        "Channel 01/0 : 8[0] -> 0[0] [receive] via NET/IB/1/GDRDMA"
    ),
    "infiniband, another rank's card": (
        "NET/IB : Using [0]mlx5_0:1/IB/SHARP [RO]; OOB ibp25s0:10.20.0.119<0>\n"
        "Using network IBext\n"
        "Channel 00/0 : 1[1] -> 9[1] [send] via NET/IBext/0(4)/GDRDMA\n"
        "CollNet 00/1 : 1 [receive] via COLLNET/SHARP/0/GDRDMA"
    ),
    "roce": (
        "NET/IB : Using [0]mlx5_10:1/RoCE [1]mlx5_11:1/RoCE [RO]; OOB enp220s0np0:11.1.128.136<0>\n"
        "Using network IB\n"
        "Channel 02/0 : 3[3] -> 10[2] [send] via NET/IB/3"
    ),
    "efa": (
        "NET/OFI Selected Provider is efa (found 16 nics)\n"
        "Using network Libfabric\n"
        "Channel 00/0 : 7[7] -> 8[0] [send] via NET/Libfabric/0/GDRDMA"
    ),
    "efa, an older plug-in": (
        "NET/OFI Selected Provider is efa (found 4 nics)\n"
        "Using network AWS Libfabric\n"
        "Ring 00 : 7 -> 8 [send] via NET/AWS Libfabric/0"
    ),
    "tcpx": "Using network GPUDirectTCPX_v7",
    "tcpxo": "Using network FasTrak",
    "gib": "Using network gIB",
    "nvlink": (
        "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
        "Using network IB\n"
        "MNNVL 1 cliqueId 7ffe cliqueSize 8 cliqueRank 2\n"
        "Channel 00/0 : 4[0] -> 3[3] via P2P/MNNVL"
    ),
    "sockets": (
        "NET/IB : No device found.\n"
        "NET/Socket : Using [0]eth0:10.244.1.5<0>\n"
        "Using network Socket\n"
        "Channel 00 : 8[0] -> 0[0] [receive] via NET/Socket/0"
    ),
}
WANTED = ("infiniband", "roce", "efa", "tcpx", "tcpxo", "gib", "nvlink", "sockets")


def networks(name: str) -> list[str]:
    return transports.networks("".join(f"{BEFORE}{line}\n" for line in LOGS[name].splitlines()))


@pytest.mark.parametrize("name", LOGS)
def test_fabric_is_proven_by_its_own_log_only(name: str) -> None:
    """Each fabric's log proves that fabric, and none of the others."""
    seen = [networks(name)] * 2
    proven = [fabric for fabric in WANTED if transports.check_transport(fabric, seen, 2).proven]
    assert proven == [name.partition(",")[0]]
    assert [
        fabric for fabric in WANTED if transports.refusal(transports.check_transport(fabric, seen, 2), seen, 2) is None
    ] == proven


def test_wanted_infiniband_and_nccl_used_sockets() -> None:
    seen = [networks("sockets")] * 3
    found = transports.check_transport("infiniband", seen, 3)
    assert found == Transport("infiniband", "Socket", proven=False)
    assert transports.refusal(found, seen, 3) == "wanted InfiniBand, NCCL used Socket"


def test_one_rank_alone_used_sockets() -> None:
    seen = [networks("infiniband"), networks("sockets")]
    found = transports.check_transport("infiniband", seen, 2)
    assert found.seen == "InfiniBand, Socket"
    assert transports.refusal(found, seen, 2) == "wanted InfiniBand, NCCL used Socket on rank 1"


def test_chosen_is_not_what_the_channels_use() -> None:
    log = f"{BEFORE}Using network gIB\n{BEFORE}Channel 00/0 : 0[0] -> 8[0] [send] via NET/Socket/0\n"
    assert transports.networks(log) == ["Socket"]


def test_rank_whose_channels_stay_in_its_node() -> None:
    """It sees what NCCL chose."""
    log = f"{BEFORE}Using network Libfabric\n{BEFORE}Channel 00/0 : 1[1] -> 2[2] via P2P/CUMEM\n"
    assert transports.networks(log) == ["Libfabric"]


def test_plug_in_that_does_not_say_its_link_layer() -> None:
    seen = [transports.networks(f"{BEFORE}Using network IBext_v8\n")] * 2
    assert [fabric for fabric in WANTED if transports.check_transport(fabric, seen, 2).proven] == ["infiniband", "roce"]


def test_racks_that_a_network_connects() -> None:
    """NVLink within each rack proves nothing of the network between them; one rank that uses it does."""
    linked, both = [transports.LINKED], [transports.LINKED, "InfiniBand"]
    for seen, proven in (([linked, both], ["infiniband"]), ([linked, linked], ["nvlink"])):
        assert [fabric for fabric in WANTED if transports.check_transport(fabric, seen, 2).proven] == proven
    over_sockets = transports.check_transport("infiniband", [linked, [*linked, "Socket"]], 2)
    assert transports.refusal(over_sockets, [linked, [*linked, "Socket"]], 2) == (
        "wanted InfiniBand, NCCL used MNNVL, Socket on rank 1"
    )
    only_linked = transports.check_transport("infiniband", [linked, linked], 2)
    assert transports.refusal(only_linked, [linked, linked], 2) == (
        "wanted InfiniBand, but NCCL's log does not name the network"
    )
    fallen = transports.check_transport("nvlink", [["InfiniBand"]] * 2, 2)
    assert transports.refusal(fallen, [["InfiniBand"]] * 2, 2) == (
        "wanted NVLink between nodes (MNNVL), NCCL used InfiniBand"
    )


def test_silence_proves_nothing() -> None:
    seen: list[list[str]] = [[], []]
    found = transports.check_transport("efa", seen, 2)
    assert not found.proven
    assert transports.refusal(found, seen, 2) == "wanted EFA, but NCCL's log does not name the network"


def test_within_one_node_no_network_is_used() -> None:
    seen = [networks("sockets")]
    found = transports.check_transport("infiniband", seen, 1)
    assert (found.proven, transports.refusal(found, seen, 1)) == (False, None)
    assert not transports.check_transport("infiniband", [networks("infiniband")], 1).proven


def test_nothing_wanted() -> None:
    assert transports.check_transport("none", [["Socket"]], 2) == Transport(None, "Socket", proven=False)


def test_both_link_layers_are_neither() -> None:
    log = (
        f"{BEFORE}NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.1<0>\n{BEFORE}Using network IB\n"
    )
    assert transports.networks(log) == ["InfiniBand and RoCE"]


@pytest.mark.parametrize(
    ("asked", "level", "parts"),
    [
        ({}, "INFO", "INIT,NET"),
        ({"NCCL_DEBUG": "WARN"}, "INFO", "INIT,NET"),
        ({"NCCL_DEBUG": "trace", "NCCL_DEBUG_SUBSYS": "COLL,NET"}, "TRACE", "COLL,NET,INIT"),
        ({"NCCL_DEBUG": "INFO", "NCCL_DEBUG_SUBSYS": "^GRAPH"}, "INFO", "INIT,NET"),
    ],
)
def test_variables(asked: dict[str, str], level: str, parts: str) -> None:
    found = transports.variables(asked, "/tmp/log")
    assert found == {"NCCL_DEBUG": level, "NCCL_DEBUG_SUBSYS": parts, "NCCL_DEBUG_FILE": "/tmp/log"}


def test_log_is_removed_and_kept_for_who_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for environ, kept in (({}, ""), ({"NCCL_DEBUG": "INFO"}, "said\n")):
        log = transports.Log()
        log.enable(environ)
        Path(environ["NCCL_DEBUG_FILE"]).write_text("said\n", encoding="utf-8")
        assert log.text() == "said\n"
        assert log.remove() == kept
        assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    environ: dict[str, str] = {}
    log = transports.Log()
    log.enable(environ)
    assert (environ, log.text(), log.remove()) == ({}, "", "")
