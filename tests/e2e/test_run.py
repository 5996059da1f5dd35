"""`render run` with real processes: how runs end, what they see, and that nothing of them is left."""

import os
import re
import shutil
import signal
import socket
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import CHECKOUT
from tests.e2e.conftest import Run
from tests.e2e.processes import Running

# Ends neither when asked to nor with its parent, in a session of its own.
STUBBORN = "trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 1000' & echo ready; while :; do sleep 1000; done"

RAY = {
    "launcher": "ray",
    "resourcesPerNode": {"requests": {"cpu": 1}},
    "storage": {"checkpoints": {"mode": "create"}},
}


def spec(script: str, **fields: object) -> str:
    values = {"kind": "TrainingJob", "name": "tiny", "image": "i", "launcher": "plain", "numNodes": 2}
    program = {"command": ["sh", "-c"], "args": [script]}
    return yaml.safe_dump({"apiVersion": "render/v1alpha1", **values, **program, **fields})


def test_a_run_ends_well_when_its_nodes_do(run: Run, place: list[str]) -> None:
    done = run(spec('echo "$NODE_RANK of $NNODES"'), *place)
    assert done.finish() == 0, done.output
    assert "node-0 | 0 of 2" in done.output
    assert "node-1 | 1 of 2" in done.output
    assert done.output.endswith("the run has ended well")


def test_files_are_where_the_program_finds_them(run: Run, place: list[str]) -> None:
    """Beside each other, with exactly their text, and none of it read as a template or as YAML."""
    files = {
        "/opt/render-files/main.py": "import other, sys\nprint(ascii(open(sys.argv[1]).read()))\n",
        "/opt/render-files/other.py": "print('imported')\n",
        "/opt/render-files/conf/text": "{{ .Values }}: [\u2028\x85]\n---\n$(HOME)",
    }
    script = f"{sys.executable} /opt/render-files/main.py /opt/render-files/conf/text"
    done = run(spec(script, files=files, numNodes=1), *place)
    assert done.finish() == 0, done.output
    assert "node-0 | imported" in done.output
    assert f"node-0 | {files['/opt/render-files/conf/text']!a}" in done.output


def test_the_first_failure_ends_the_run(run: Run, place: list[str]) -> None:
    """Whatever the others do, and with the status of the node that failed."""
    ready = "$CHECKPOINT_DIR/ready"
    failing = f"[ $NODE_RANK = 1 ] && {{ until [ -e {ready} ]; do sleep 0.1; done; exit 7; }}; "
    script = failing + STUBBORN.replace("echo ready", f"touch {ready}")
    checkpoints = {"checkpoints": {"mode": "create", "mountPath": "/opt/render-test"}}
    stubborn = spec(script, pod={"terminationGracePeriodSeconds": 1}, storage=checkpoints)
    done = run(stubborn, *place)
    assert done.finish() == 7
    assert "killed, since asked to end and still running: node-0" in done.output
    assert done.output.endswith("node-1 failed with status 7")


def test_a_node_that_a_signal_has_ended_has_failed(run: Run) -> None:
    done = run(spec("kill -9 $$$$", numNodes=1))
    assert done.finish() == 128 + 9
    assert "node-0 failed with status 137" in done.output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_everything(run: Run, place: list[str], number: signal.Signals) -> None:
    running = run(spec("trap 'echo ends; exit 0' TERM; echo ready; while :; do sleep 0.1; done"), *place)
    for _ in range(2):
        running.until("ready")
    running.send(number)
    assert running.finish() == 128 + number
    assert running.output.count("| ends") == 2
    assert running.output.endswith(f"ended by {number.name}")


def test_a_second_signal_does_not_wait(run: Run) -> None:
    running = run(spec(STUBBORN, pod={"terminationGracePeriodSeconds": 1000}))
    for _ in range(2):
        running.until("ready")
    running.send(signal.SIGINT)
    running.send(signal.SIGTERM)
    assert running.finish() in (128 + signal.SIGINT, 128 + signal.SIGTERM)


def test_after_the_timeout_it_says_who_was_still_running(run: Run, place: list[str]) -> None:
    done = run(spec("[ $NODE_RANK = 0 ] && exec sleep 1000; exit 0"), "--timeout", "2", *place)
    assert done.finish() == 124
    assert "after 2 s still running: node-0\n" in f"{done.output}\n"


def test_output_that_no_one_reads_any_more_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(spec("while :; do echo line; sleep 0.1; done"), encoding="utf-8")
    script = f"set -o pipefail; '{sys.executable}' -m render run spec.yaml | head -n 1"
    env = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    done = Running(["bash", "-c", script], folder=tmp_path, env=env, seconds=60)
    assert done.finish() == 128 + signal.SIGPIPE
    assert done.output.endswith("ended by SIGPIPE")


@pytest.mark.usefixtures("root")
def test_in_namespaces_no_variable_is_changed(run: Run, tmp_path: Path) -> None:
    script = """
        getent hosts tiny-node-0-0.tiny; hostname; pwd; ls spec.yaml
        echo $MASTER_ADDR $IP > $CHECKPOINT_DIR/$NODE_RANK; cat /opt/render-test/checkpoints/$NODE_RANK
    """
    code = {"name": "code", "mountPath": "/opt/render-test/code", "readOnly": True, "configMap": {"name": "elsewhere"}}
    values = spec(
        script,
        env={"IP": {"valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}}},
        storage={"volumes": [code], "checkpoints": {"mode": "create", "mountPath": "/opt/render-test/checkpoints"}},
        workingDir="/opt/render-test/code",
    )
    running = run(values, "--netns")
    assert running.finish() == 0, running.output
    lines = running.output.splitlines()
    assert [line for line in lines if "->" in line] == [
        f"  /opt/render-test/code: configMap -> {tmp_path}",
        '  CUDA_VISIBLE_DEVICES: unset -> ""',
    ]
    own = [line.removeprefix("node-1 | ") for line in lines if line.startswith("node-1 | ")]
    address, *names = own[0].split()
    assert (address, "tiny-node-0-0.tiny" in names) == ("10.131.0.1", True)
    assert own[1:] == ["tiny-node-0-1", "/opt/render-test/code", "spec.yaml", "tiny-node-0-0.tiny 10.131.0.2"]
    assert not Path("/opt/render-test").exists()


@pytest.mark.usefixtures("root")
def test_two_runs_in_namespaces_do_not_meet(run: Run) -> None:
    one, other = (run(spec("echo ready; sleep 1"), "--netns") for _ in range(2))
    assert (one.finish(), other.finish()) == (0, 0), one.output + other.output


@pytest.mark.usefixtures("root")
def test_mpi_starts_its_processes_over_ssh(run: Run, tmp_path: Path) -> None:
    """The rendered hostfile, configuration and scripts, with real OpenSSH and Open MPI."""
    sbin = os.pathsep.join((os.environ["PATH"], "/usr/sbin"))
    if missing := [tool for tool in ("mpirun", "ssh", "sshd") if shutil.which(tool, path=sbin) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    program = ["sh", "-c", "hostname; echo rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE"]
    values = {
        "command": ["mpirun", "--bind-to", "none", "--tag-output", *program],
        "args": [],
        "local": {"numNodes": 2, "numProcPerNode": 2},
    }
    (tmp_path / "overlay.yaml").write_text(yaml.safe_dump(values), encoding="utf-8")
    example = CHECKOUT / "examples" / "mpi" / "spec.yaml"
    shared = run(example, "-f", "overlay.yaml")
    assert shared.finish() == 125
    assert "2 nodes listen on port 2222, and share this machine's network\nhint: use `--netns`" in shared.output
    # sshd starts the user's own shell, which may take its time over a profile.
    done = run(example, "-f", "overlay.yaml", "--netns", seconds=200)
    assert done.finish() == 0, done.output
    assert {int(rank) for rank in re.findall(r"rank (\d) of 4", done.output)} == {0, 1, 2, 3}
    hosts = re.findall(r"launcher-0 \| \[1,(\d)\]<stdout>:(mpi-node-0-\d)", done.output)
    assert sorted(hosts) == [(str(rank), f"mpi-node-0-{rank // 2}") for rank in range(4)]
    assert "  /etc/training-job/ssh: secret -> a key made for this run" in done.output


def test_what_is_changed_is_listed(run: Run, tmp_path: Path) -> None:
    secret = {"valueFrom": {"secretKeyRef": {"name": "hub", "key": "token"}}}
    values = spec(
        "pwd; echo $MASTER_ADDR; echo x > $CHECKPOINT_DIR/kept",
        storage={"checkpoints": {"mode": "create"}},
        env={"TOKEN": secret},
        workingDir="/nowhere",
    )
    done = run(values)
    assert done.finish() == 0
    assert "  MASTER_ADDR: tiny-node-0-0.tiny -> 127.0.0.1\n" in done.output
    assert '  TOKEN: {"secretKeyRef": {"key": "token", "name": "hub"}} -> unset\n' in done.output
    assert f"  workingDir: /nowhere -> {tmp_path}\n" in done.output
    assert "  CHECKPOINT_DIR: /checkpoints -> " in done.output
    assert f"node-0 | {tmp_path}\n" in done.output
    [kept] = (tmp_path / "scratch").glob("*/claims/tiny-checkpoints/kept")
    assert kept.read_text() == "x\n"


def test_what_a_fabric_gives_is_not_here_and_listed(run: Run, place: list[str]) -> None:
    network = {"fabric": "infiniband", "infiniband": {"resource": "rdma/ib"}}
    done = run(spec("echo net ${NCCL_NET-none}", network=network), *place)
    assert done.finish() == 0
    assert "  NCCL_NET: IB -> unset\n" in done.output
    assert "  rdma/ib: 1 -> unset\n" in done.output
    assert "  network.fabric: infiniband -> none\n" in done.output
    assert "node-0 | net none\n" in done.output


def test_a_port_that_is_taken_is_another_one_here(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(spec("echo port $MASTER_PORT", network={"port": port}))
        assert done.finish() == 0
    told = [line.split()[-1] for line in done.output.splitlines() if "network.port" in line]
    assert told != []
    assert f"node-0 | port {told[0]}\n" in done.output
    assert told != [str(port)]


def test_the_local_block_holds_here_and_nowhere_else(run: Run) -> None:
    local = {"numNodes": 1, "args": ["echo $WHO $NNODES $GONE."], "env": {"WHO": "laptop", "GONE": None}}
    values = spec("exit 1", env={"WHO": "cluster", "GONE": "there"}, local=local)
    done = run(values)
    assert done.finish() == 0
    assert "node-0 | laptop 1 .\n" in done.output
    more = run(values, "--nodes", "3")
    assert more.finish() == 0
    assert "node-2 | laptop 3 .\n" in more.output


def test_initializers_and_the_users_init_containers_are_not_run(run: Run) -> None:
    container = {"name": "fetch", "image": "other", "command": ["false"]}
    values = spec(
        "echo trained", pod={"initContainers": [container]}, initializers={"dataset": {"storageUri": "hf://a/b"}}
    )
    done = run(values)
    assert done.finish() == 0
    assert "  not run: dataset-initializer\n  not run: fetch\n" in done.output
    assert done.output.count("| trained") == 2


def test_preflight_comes_first(run: Run, place: list[str]) -> None:
    done = run(spec("echo trained"), "--preflight", *place)
    assert done.finish() == 0, done.output
    for node in (0, 1):
        own = [line for line in done.output.splitlines() if line.startswith(f"node-{node} |")]
        assert "all 2 nodes agree" in own[-2]
        assert own[-1].endswith("| trained")


@pytest.mark.parametrize(
    ("fields", "arguments", "said"),
    [
        ({"command": ["no-such-program"]}, [], "`no-such-program` is not on this machine"),
        ({"command": ["./no-such-program"]}, [], "`./no-such-program` is not on this machine"),
        ({"command": [], "args": []}, [], "the container `node` has no `command`"),
        ({"numNodes": 1}, ["--preflight"], "`--preflight`: this run has none"),
        (RAY, [], "the nodes of a Ray cluster listen on the same ports"),
        ({"numNodes": 251}, [], "the run exceeds the limit of 250 nodes of one machine"),
        ({}, ["--timeout", "0"], "0"),
        ({}, ["--nodes", "0"], "0"),
    ],
)
def test_what_can_not_be_run_here_is_reported(
    run: Run, fields: dict[str, object], arguments: list[str], said: str
) -> None:
    done = run(spec("true", **fields), *arguments)
    assert done.finish() == 125
    assert said in done.output


def test_a_mistake_in_the_spec_is_a_problem(run: Run) -> None:
    done = run(spec("true", numNode=3))
    assert done.finish() == 125
    assert "unknown key `numNode`" in done.output
