"""Commands that have a credential in a word without a name, such as `wandb login KEY`."""

from render.programs.command import Command
from render.programs.shell import Word

_BY_POSITION = (
    ("wandb", "login"),  # https://docs.wandb.ai/ref/cli/wandb-login
    (
        "aws",
        "configure",
        "set",
        "aws_secret_access_key",
    ),  # https://docs.aws.amazon.com/cli/latest/reference/configure/set.html
    ("aws", "configure", "set", "aws_session_token"),
)
"""Commands whose next word is a credential."""
_BY_OPTION = (
    ("sshpass", "-p"),  # https://sourceforge.net/projects/sshpass/
    ("docker login", "-p"),  # https://docs.docker.com/reference/cli/docker/login/
    ("podman login", "-p"),
    ("oras login", "-p"),
    ("helm registry login", "-p"),
)
"""Commands with an option of one letter whose value is a password."""


def login_credential(command: Command) -> Word | None:
    """Return the word of a command that is a credential; None for other commands."""
    words = [word for word in command.words if not word.text.startswith("-")]
    texts = (command.program, *(word.text for word in words[1:]))
    for names in _BY_POSITION:
        if texts[: len(names)] == names and len(words) > len(names):
            return words[len(names)]
    for name, option in _BY_OPTION:
        if texts[: name.count(" ") + 1] == tuple(name.split()):
            for before, word in zip(command.words, command.words[1:], strict=False):
                if before.text == option:
                    return word
    return None
