"""`render explain`: its argument. The work is imported when it runs."""

import click

from render.cli._command import Command


def _complete_topics(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    from render.cli._explain import topics

    return [topic for topic in topics() if topic.startswith(incomplete)]


@click.command(
    "explain",
    cls=Command,
    section="Write specs",
    examples={
        "Explain a field": "render explain storage.volumes",
        "Explain a finding": "render explain RUN101",
        "List all fields and codes": "render explain",
    },
)
@click.argument("topic", metavar="[FIELD|CODE]", required=False, shell_complete=_complete_topics)
def command(topic: str | None) -> int:
    """Explain a field of a spec, or the code of a finding.

    FIELD is a path such as `network.port` or `storage.volumes.name`. CODE is the code of a finding, or its name.
    Without an argument, list all fields and codes.
    """
    from render.cli._explain import run

    return run(topic)
