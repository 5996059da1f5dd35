"""Package managers, which start a program in an environment with `run`."""

from render.programs.catalog import ProgramType, words

_VALUES = (
    "-C -e -f -m -n -p --cache-dir --color --config-file --cwd --directory --env-file --environment --extra "
    "--extra-index-url --group --index --index-url --manifest-path --name --only-group --package --prefix --project "
    "--python --with --with-editable --with-requirements"
)


def _manager(names: str, source: str, subcommands: str) -> ProgramType:
    spellings = tuple(f"{name} run" for name in names.split())
    return ProgramType(
        names.split(maxsplit=1)[0],
        "command",
        source,
        spellings,
        arguments=dict.fromkeys(_VALUES.split(), 1),
        subcommands=words(subcommands),
        # https://docs.astral.sh/uv/guides/scripts/; a script needs no interpreter with uv alone
        runs_scripts=names == "uv",
    )


PROGRAMS = (
    # https://github.com/pyenv/pyenv/blob/master/COMMANDS.md#pyenv-exec
    ProgramType("pyenv", "command", "https://github.com/pyenv/pyenv", ("pyenv exec",)),
    _manager(
        "conda mamba micromamba",
        "https://docs.conda.io/projects/conda/en/stable/commands/run.html",
        "activate build clean commands compare config create deactivate env export info init install list notices "
        "package remove rename repoquery run search shell tos uninstall update upgrade",
    ),
    _manager(
        "uv",
        "https://docs.astral.sh/uv/reference/cli/#uv-run",
        "add audit auth build cache export format generate-shell-completion help init lock pip publish python remove "
        "run self sync tool tree venv version",
    ),
    _manager(
        "poetry",
        "https://python-poetry.org/docs/cli/#run",
        "about add build cache check config debug env help init install list lock new publish python remove run search "
        "self shell show source sync update version",
    ),
    _manager(
        "pixi",
        "https://pixi.sh/latest/reference/cli/pixi/run/",
        "add auth build clean completion config exec export global help import info init install list lock reinstall "
        "remove run search self-update shell shell-hook task tree update upgrade upload workspace",
    ),
    _manager(
        "hatch",
        "https://hatch.pypa.io/latest/cli/reference/#hatch-run",
        "build clean config dep env fmt new project publish python run self shell status test version",
    ),
    _manager(
        "pdm",
        "https://pdm-project.org/latest/reference/cli/#run",
        "add build cache completion config export fix import info init install list lock new outdated plugin publish "
        "py python remove run search self show sync update use venv",
    ),
    _manager(
        "pipenv",
        "https://pipenv.pypa.io/en/latest/commands.html",
        "audit check clean graph install lock open pylock remove requirements run scripts shell sync uninstall update "
        "upgrade verify",
    ),
    _manager(
        "rye",
        "https://rye.astral.sh/guide/commands/run/",
        "add build config fetch fmt init install lint list lock "
        "make-req pin publish remove run self show sync test toolchain tools uninstall version",
    ),
)
