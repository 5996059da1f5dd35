"""Files in folders of manifests that other programs read: they are never sent to an API server.

A row is a program, the names of its files, and the API groups that only its own files use. Names apply only to
documents without a `kind`, so that no object is skipped because of the name of its file.
"""

from pathlib import PurePath
from typing import NamedTuple

from render.source import Document


class _Tool(NamedTuple):
    name: str
    files: tuple[str, ...] = ()
    """Patterns of file names, matched from the right."""
    groups: tuple[str, ...] = ()
    """API groups (or `VERSION KIND` if there is no group) that no API server serves."""


_TOOLS = (
    # kustomize reads these and prints other objects; `kind` is optional
    # (https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/).
    _Tool(
        "Kustomize",
        ("kustomization.yaml", "kustomization.yml"),
        ("kustomize.config.k8s.io", "builtin"),
    ),
    # KRM functions read these on a client (https://kpt.dev/reference/schema/kptfile/).
    _Tool("kpt", (), ("kpt.dev", "fn.kpt.dev", "config.kubernetes.io")),
    # Helm and its tools (https://helm.sh/docs/topics/charts/).
    _Tool("Helm", ("Chart.yaml", "Chart.lock", "requirements.yaml", "plugin.yaml", "ct.yaml", "cr.yaml")),
    _Tool("Helmfile", ("helmfile.yaml", "helmfile.yml", "helmfile.d/*.yaml")),
    # Configuration files of Kubernetes components (https://kubernetes.io/docs/reference/config-api/).
    _Tool(
        "Kubernetes' components",
        (),
        (
            "apiserver.config.k8s.io",
            "apiserver.k8s.io",
            "audit.k8s.io",
            "client.authentication.k8s.io",
            "controllermanager.config.k8s.io",
            "eventratelimit.admission.k8s.io",
            "imagepolicy.k8s.io",
            "kubeadm.k8s.io",
            "kubelet.config.k8s.io",
            "kubeproxy.config.k8s.io",
            "kubescheduler.config.k8s.io",
            "pod-security.admission.config.k8s.io",
            "resourcequota.admission.k8s.io",
            "v1 Policy",
        ),
    ),
    # `render.yaml`, and what `render cluster snapshot` writes.
    _Tool("render's own checks", (), ("render/v1alpha1 Config", "render/v1alpha1 Cluster")),
    # A kubeconfig (https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/).
    _Tool("kubectl", (), ("v1 Config",)),
    # Configuration files of controllers.
    _Tool("Kueue", (), ("config.kueue.x-k8s.io",)),
    _Tool("JobSet", (), ("config.jobset.x-k8s.io",)),
    _Tool("Kubeflow Trainer", (), ("config.trainer.kubeflow.org",)),
    # Tools that create clusters.
    _Tool("kind", (), ("kind.x-k8s.io",)),
    _Tool("kwok", (), ("config.kwok.x-k8s.io",)),
    _Tool("k3d", (), ("k3d.io",)),
    _Tool("eksctl", (), ("eksctl.io",)),
    _Tool("ctlptl", (), ("ctlptl.dev",)),
    # Tools that build, test and deploy.
    _Tool("Skaffold", ("skaffold.yaml", "skaffold.yml"), ("skaffold",)),
    _Tool("Krew", (), ("krew.googlecontainertools.github.com",)),
    _Tool("Backstage", (), ("backstage.io",)),
    _Tool(
        "Docker Compose",
        ("docker-compose*.yaml", "docker-compose*.yml", "compose.yaml", "compose.yml", "compose.*.yaml"),
    ),
    _Tool("GitHub", (".github/*.yml", ".github/*.yaml", ".github/*/*.yml", ".github/*/*.yaml", "action.yml")),
    _Tool("GitLab", (".gitlab-ci.yml", ".gitlab-ci.yaml", ".gitlab/*.yml", ".gitlab/*/*.yml")),
    _Tool("Azure Pipelines", ("azure-pipelines*.yml", "azure-pipelines*.yaml")),
    _Tool("Cloud Build", ("cloudbuild*.yaml", "cloudbuild*.yml")),
    _Tool("CircleCI", (".circleci/*.yml",)),
    _Tool("Travis CI", (".travis.yml",)),
    _Tool("Buildkite", (".buildkite/*.yml", ".buildkite/*.yaml")),
    _Tool("pre-commit", (".pre-commit-config.yaml", ".pre-commit-hooks.yaml")),
    _Tool("Dependabot", ("dependabot.yml", "dependabot.yaml")),
    _Tool("Renovate", ("renovate.json", ".renovaterc.json")),
    _Tool("Taskfile", ("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml")),
    _Tool("MkDocs", ("mkdocs.yml", "mkdocs.yaml")),
    _Tool("Read the Docs", (".readthedocs.yaml", ".readthedocs.yml", "readthedocs.yml")),
    _Tool("Codecov", ("codecov.yml", ".codecov.yml")),
    _Tool("golangci-lint", (".golangci.yml", ".golangci.yaml")),
    _Tool("GoReleaser", (".goreleaser.yml", ".goreleaser.yaml")),
    _Tool("yamllint", (".yamllint.yaml", ".yamllint.yml")),
    _Tool("markdownlint", (".markdownlint.yaml", ".markdownlint.yml", ".markdownlint.json")),
    _Tool("Prettier", (".prettierrc.yaml", ".prettierrc.yml", ".prettierrc.json")),
    _Tool("conda", ("environment.yml", "environment.yaml", "conda.yaml")),
    _Tool("DVC", ("dvc.yaml",)),
    _Tool("MLflow", ("MLproject.yaml",)),
    _Tool("npm", ("package.json", "package-lock.json", "lerna.json")),
    _Tool("pnpm", ("pnpm-lock.yaml", "pnpm-workspace.yaml")),
    _Tool("TypeScript", ("tsconfig.json", "tsconfig.*.json")),
    _Tool("VS Code", (".vscode/*.json", "devcontainer.json", ".devcontainer/*.json")),
    _Tool("Buf", ("buf.yaml", "buf.gen.yaml", "buf.work.yaml")),
)


def tool_of(document: Document) -> str | None:
    """Return the name of the program that reads a document; None if it is not one of these."""
    data = document.root.data if document.root is not None else None
    kind, version = (data.get("kind"), data.get("apiVersion")) if isinstance(data, dict) else (None, None)
    if kind is None:
        file = PurePath(document.file)
        return next((tool.name for tool in _TOOLS if any(file.match(pattern) for pattern in tool.files)), None)
    group = str(version).rpartition("/")[0] or str(version)
    return next((tool.name for tool in _TOOLS if group in tool.groups or f"{version} {kind}" in tool.groups), None)
