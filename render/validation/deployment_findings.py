"""Compare deployments with the specs and the settings of a command."""

from collections.abc import Iterator, Sequence
from os.path import realpath

from render.gitops import codes
from render.gitops.deployment import Deployment, DeploymentFinding, Deployments
from render.gitops.repository import Repository
from render.problem import Problem
from render.source import Document
from render.validation.deployed_release import DeployedRelease, deployment_problem
from render.validation.result import Result


def other_values(releases: Sequence[DeployedRelease], values: Sequence[Document]) -> Iterator[Problem]:
    """Yield a problem at the first deployment of each spec that no deployment merges with the configured values."""
    wanted = [realpath(one.file) for one in values]
    by_spec: dict[str, list[DeployedRelease]] = {}
    for release in releases if values else ():
        if release.spec is not None:
            by_spec.setdefault(release.file, []).append(release)
    for spec, found in by_spec.items():
        used = [[one.files[file].file for file in one.deployment.files if file != one.spec] for one in found]
        if all([*map(realpath, files)] != wanted for files in used):
            own = ", ".join(f"`{one.file}`" for one in values)
            theirs = ", ".join(f"`{file}`" for file in used[0]) or "none"
            message = f"`{spec}` is deployed with other values files ({theirs}) than `render.yaml` names ({own})"
            hint = "name the same files in both: the check of the spec is otherwise about another run"
            yield deployment_problem(
                DeploymentFinding(codes.OTHER_VALUES, found[0].deployment.chart_place, message, hint)
            )


def other_version(deployment: Deployment, version: str) -> Iterator[DeploymentFinding]:
    """Yield a finding if another version of the chart is deployed than `version`, that of the command."""
    if deployment.version is not None and deployment.version != version:
        message = f"`{deployment.version}` of the chart is deployed, and the spec is checked with `{version}`"
        yield DeploymentFinding(
            codes.OTHER_VERSION, deployment.chart_place, message, "give the deployed one with `--chart`"
        )


def not_deployed(repository: Repository, reading: Deployments, results: Sequence[Result]) -> Iterator[Problem]:
    """Yield a problem for each spec of a repository that is not deployed."""
    for result in results if reading.named else ():
        file = repository.relative(result.file)
        if result.is_spec and file is not None and file not in reading.named:
            yield codes.NOT_DEPLOYED.problem("no deployment of this repository names the spec", file=result.file)
