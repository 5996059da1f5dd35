"""Admission policies in CEL, as files of a config."""

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from click.testing import CliRunner

from render.cli.validate import command

POLICY = """\
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: house}
spec:
  matchConstraints:
    resourceRules:
      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}
"""
OBJECT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  labels: {team: ml}
data: {size: "1"}
"""
REFUSES = 'validations: [{expression: "size(object.data.size) > 1", message: too small}]'
ERROR = ["a.yaml:6:14: error KUB021 too small (policy `house`)"]
NOTE = ["a.yaml: info KUB022"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("policies").mkdir()
    Path("config.yaml").write_text("policies: [policies]\n")


def run(text: str, *policies: str) -> Any:
    Path("a.yaml").write_text(text)
    Path("policies/all.yaml").write_text("---\n".join(policies))
    arguments = ["a.yaml", "--config", "config.yaml", "--output", "concise"]
    return CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)


def report(spec: str, text: str = OBJECT, *others: str) -> list[str]:
    """Return what is told of an object by a policy whose spec has these lines more."""
    return list(run(text, POLICY + indent(dedent(spec), "  ") + "\n", *others).stdout.splitlines())


def binding(actions: str, resources: str = "{}") -> str:
    return f"""\
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {{name: house}}
spec:
  policyName: house
  validationActions: [{actions}]
  matchResources: {resources}
"""


def test_what_a_policy_refuses_stands_at_the_field_that_it_reads() -> None:
    assert report(REFUSES) == ERROR
    assert report(REFUSES, OBJECT.replace('"1"', '"12"')) == []


@pytest.mark.parametrize(
    ("validation", "message"),
    [
        ('expression: "false", message: never', "never"),
        ("""expression: "false", messageExpression: "'no ' + object.metadata.name", message: never""", "no a"),
        ('expression: "false", messageExpression: "object.none", message: never', "never"),
        ("expression: 1 > 2", "failed expression: 1 > 2"),
    ],
)
def test_message(validation: str, message: str) -> None:
    assert report(f"validations: [{{{validation}}}]") == [f"a.yaml:1:1: error KUB021 {message} (policy `house`)"]


def test_variables_and_the_request() -> None:
    spec = """\
    variables:
      - {name: size, expression: int(object.data.size)}
      - {name: twice, expression: variables.size * 2}
    validations:
      - {expression: "variables.twice == 2 && oldObject == null && request.operation == 'CREATE'"}
      - {expression: "request.resource.resource == 'configmaps'"}
      - {expression: variables.twice == 3, message: odd}
    """
    assert report(spec) == ["a.yaml:1:1: error KUB021 odd (policy `house`)"]


@pytest.mark.parametrize(
    ("condition", "expected"), [("true", ERROR), ("false", []), ("object.data.size == '1'", ERROR)]
)
def test_match_conditions(condition: str, expected: list[str]) -> None:
    assert report(f'matchConditions: [{{name: a, expression: "{condition}"}}]\n{REFUSES}') == expected


@pytest.mark.parametrize(
    ("old", "new", "is_about"),
    [
        ("configmaps", "'*'", True),
        ("configmaps", "'*/*'", True),
        ("configmaps", "secrets", False),
        ("configmaps", "configmaps/status", False),
        ('[""]', "['*']", True),
        ('[""]', "[apps]", False),
        ("[v1]", "[v2, '*']", True),
        ("[v1]", "[v2]", False),
        ("CREATE", "'*'", True),
        ("CREATE", "UPDATE", False),
        ("configmaps]", "configmaps], resourceNames: [b]", False),
        ("configmaps]", "configmaps], resourceNames: [a]", True),
        ("resourceRules", "objectSelector: {matchLabels: {team: ml}}\n    resourceRules", True),
        ("resourceRules", "objectSelector: {matchLabels: {team: web}}\n    resourceRules", False),
    ],
)
def test_what_it_is_about(old: str, new: str, is_about: bool) -> None:  # noqa: FBT001
    policy = POLICY.replace(old, new) + f"  {REFUSES}\n"
    assert run(OBJECT, policy).stdout.splitlines() == (ERROR if is_about else [])


@pytest.mark.parametrize(
    ("bindings", "severity"),
    [
        ([binding("Deny")], "error"),
        ([binding("Warn")], "warning"),
        ([binding("Audit")], "info"),
        ([binding("Audit, Warn")], "warning"),
        ([binding("Deny", "{objectSelector: {matchLabels: {team: web}}}")], None),
        ([binding("Deny").replace("policyName: house", "policyName: other")], "error"),
    ],
)
def test_a_binding_says_how_much_it_weighs(bindings: list[str], severity: str | None) -> None:
    expected = [ERROR[0].replace("error", severity)] if severity else []
    assert report(REFUSES, OBJECT, *bindings) == expected


@pytest.mark.parametrize(
    "spec",
    [
        'paramKind: {apiVersion: v1, kind: ConfigMap}\nvalidations: [{expression: "params.data.max > 1"}]',
        "validations: [{expression: namespaceObject.metadata.name == 'a'}]",
        "validations: [{expression: authorizer.group('').resource('pods').check('get').allowed()}]",
        "validations: [{expression: request.userInfo.username == 'a'}]",
        "validations: [{expression: request.namespace == 'a'}]",
        "validations: [{expression: has(object.metadata.uid)}]",
        "variables: [{name: a, expression: request.userInfo.uid}]\nvalidations: [{expression: variables.a == 'a'}]",
        'validations: [{expression: "this is no expression"}]',
    ],
)
def test_what_only_a_server_knows_is_reported_as_not_checked(spec: str) -> None:
    (line,) = report(spec)
    assert " info KUB022 not checked: " in line
    assert line.endswith("(hint: the API server checks it: `kubectl apply --dry-run=server`)")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("resourceRules", "namespaceSelector: {matchLabels: {a: b}}\n    resourceRules", "its `namespaceSelector`"),
        ("[configmaps]", "[configmaps], scope: Namespaced", "its `scope`"),
    ],
)
def test_what_a_policy_is_about_may_be_the_servers_to_say(old: str, new: str, reason: str) -> None:
    (line,) = run(OBJECT, POLICY.replace(old, new) + f"  {REFUSES}\n").stdout.splitlines()
    assert f" info KUB022 not checked: {reason}" in line


@pytest.mark.parametrize(("namespace", "expected"), [("team", 1), ("kube-system", 0)])
def test_the_name_of_a_namespace_is_known_where_it_is_written(namespace: str, expected: int) -> None:
    selector = "{matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system]}]}"
    policy = POLICY.replace("resourceRules", f"namespaceSelector: {selector}\n    resourceRules")
    placed = OBJECT.replace("labels:", f"namespace: {namespace}\n  labels:")
    assert run(placed, policy + f"  {REFUSES}\n").return_value == expected


def test_a_missing_field_of_a_custom_resource_is_refused_as_on_the_server() -> None:
    policy = (
        POLICY.replace('[""]', "[scheduling.volcano.sh]").replace("[v1]", "[v1beta1]").replace("configmaps", "queues")
    )
    queue = "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: a}\nspec: {weight: 1}\n"
    spec = "  validations: [{expression: object.spec.parent == 'root'}]\n"
    (line,) = run(queue, policy + spec).stdout.splitlines()
    assert " error KUB021 expression 'object.spec.parent == 'root'' resulted in error: " in line


def test_a_spec_is_checked_by_what_it_renders() -> None:
    text = "kind: TrainingJob\nimage: train:1\ncommand: [train]\npod: {labels: {team: web}}\n"
    policy = POLICY.replace('[""]', "[jobset.x-k8s.io]").replace("[v1]", "['*']").replace("configmaps", "jobsets")
    spec = "  validations: [{expression: \"object.metadata.name == 'b'\", message: misnamed}]\n"
    result = run(text, policy + spec)
    assert result.stdout.splitlines() == ["a.yaml: error KUB021 JobSet/a: misnamed (policy `house`)"]


def test_a_line_ignores_it() -> None:
    assert report(REFUSES, OBJECT.replace('"1"}', '"1"}  # render: ignore[KUB021]')) == []


def test_a_broken_policy_stops_all() -> None:
    result = run(OBJECT, POLICY + "  validations: [{expresion: a}]\n")
    assert (result.return_value, result.stdout) == (1, "")
    assert "policies/all.yaml:8:18: error KUB010 unknown key `expresion`" in result.output


def test_a_missing_file_stops_all() -> None:
    Path("config.yaml").write_text("policies: [none.yaml]\n")
    result = run(OBJECT)
    assert (result.return_value, result.output) == (
        1,
        "none.yaml: error SYN001 can't be read: no such file or directory\n",
    )
