"""`render explain`: its argument. What it does is imported when it runs."""

import click


@click.command("explain", short_help="Say what a field of a spec means, or what a finding does.")
@click.argument("topic", metavar="[FIELD|CODE]", required=False)
def command(topic: str | None) -> int:
    """Say what a field of a spec means, or what a finding is about and why.

    FIELD is a path such as `network.port` or `storage.volumes.name`; CODE is that of a finding, or its name.
    Without either, all of them are listed.
    """
    from render.cli._explain import run

    return run(topic)
