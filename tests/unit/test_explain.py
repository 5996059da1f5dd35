"""`render explain`: fields out of the schema, codes out of the docstrings, and what was probably meant."""

import pytest
from click.testing import CliRunner, Result

from render.cli.explain import command
from render.engine import Chart
from render.problem import Rule
from render.rules.codes import known, of_stages
from render.spec.fields import Field, fields, find_field

SCHEMA = Chart.bundled().schema()


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def test_a_field() -> None:
    assert explain("storage.volumes.readOnly").output == (
        "storage.volumes[].readOnly: `true` or `false`\n"
        "\n"
        "Whether to mount it read-only.\n"
        "\n"
        "Example:\n"
        "    storage:\n"
        "      volumes:\n"
        "      - readOnly: true\n"
    )


def test_a_section_names_its_fields() -> None:
    said = explain("elastic").output
    assert "\nfields:\n    elastic.minNodes: a whole number, at least 1, at most 100000\n" in said
    assert "\n    storage.volumes[].name: a string\n" in explain("storage.volumes").output


def test_a_required_field_reports_it() -> None:
    assert explain("image").output.startswith("image: a string (required)\n")


@pytest.mark.parametrize("field", list(fields(SCHEMA)), ids=lambda field: field.name)
def test_every_field_is_found_by_its_name(field: Field) -> None:
    assert find_field(SCHEMA, field.name) == field
    assert find_field(SCHEMA, field.name.replace("[]", "")) == field
    assert explain(field.name).exit_code == 0


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("env.NCCL_DEBUG", "env.NCCL_DEBUG"),
        ("env.TOKEN.valueFrom.secretKeyRef.name", "env.TOKEN.valueFrom.secretKeyRef.name"),
        ("pod.tolerations[0].effect", "pod.tolerations[].effect"),
        ("resourcesPerNode.limits.nvidia.com/gpu", "resourcesPerNode.limits.nvidia.com/gpu"),
    ],
)
def test_what_stands_in_a_map_or_is_kubernetes(name: str, path: str) -> None:
    field = find_field(SCHEMA, name)
    assert field is not None
    assert (field.name, bool(field.description)) == (path, True)


def test_a_fabric_says_what_it_writes_and_why() -> None:
    said = explain("network.fabric.sockets").output
    assert said.startswith("network.fabric.sockets: Only TCP over the pod's own network: ")
    assert "\n\nNCCL_NET = Socket\n    NCCL takes its own sockets and no plug-in of the image\n    https://" in said
    assert "\nGLOO_SOCKET_IFNAME: `network.interface`, else `eth0` " in said


def test_no_fabric_writes_nothing() -> None:
    assert len(explain("network.fabric.none").output.splitlines()) == 1


def test_a_rule() -> None:
    said = explain("ADM102").output
    assert said.startswith("ADM102 name-malformed (error): an object's name ")
    assert [line for line in said.splitlines() if line.endswith(":")] == ["Example:", "Use instead:"]
    assert said.splitlines()[-1].startswith("Source: https://kubernetes.io/")
    assert explain("adm102").output == explain("name-malformed").output == said


@pytest.mark.parametrize("code", sorted(known()))
def test_every_code_is_explained(code: str) -> None:
    result = explain(code)
    assert (result.exit_code, result.output.startswith(f"{code} ")) == (0, True)


@pytest.mark.parametrize("rule", list(of_stages().values()), ids=lambda rule: rule.code)
def test_stages_say_what_they_refuse_like_rules_do(rule: Rule) -> None:
    assert rule.about, "what does it stand for?"
    assert not rule.about.endswith(".")


@pytest.mark.parametrize(
    ("topic", "hint"),
    [
        ("metwork.port", "did you mean `network.port`?"),
        ("network.fabric.efx", "did you mean `network.fabric`?"),
        ("clusterDomain", "did you mean `network.clusterDomain`?"),
        ("nprocPerNode", "`numProcPerNode` is the number of processes of a node here"),
        ("SYM009", "did you mean `SYN009`?"),
        ("duplicate-keys", "did you mean `duplicate-key`?"),
        ("SYN999", "`render explain` lists the fields and the codes"),
        ("", "`render explain` lists the fields and the codes"),
    ],
)
def test_what_there_is_not(topic: str, hint: str) -> None:
    result = explain(topic)
    assert (result.exit_code, result.output) == (1, f"Error: there is no field and no code `{topic}`\nhint: {hint}\n")


def test_without_a_topic_everything_is_listed() -> None:
    lines = explain().output.splitlines()
    assert "network.port: a whole number, at least 1024, at most 65535" in lines
    assert known() <= {line.partition(" ")[0] for line in lines}
