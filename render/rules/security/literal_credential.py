"""SEC103 literal-credential: a variable or an option with the name of a credential has a literal value.

`DB_PASSWORD: hunter2` has no form by which a credential is known, but its name says that it is one. Names are those
that end in PASSWORD, PASSPHRASE, SECRET, TOKEN, CREDENTIALS or in API_KEY, ACCESS_KEY, SECRET_KEY, PRIVATE_KEY and so
on; of another `*_KEY` the value must look random. Placeholders, references (`$(NAME)`), paths, addresses, switches,
names of dataset columns (`TEXT_KEY`) and a tokenizer's tokens (`PAD_TOKEN`) are none. The value is never printed.
Comments in the file can't ignore this rule.

Source: https://kubernetes.io/docs/concepts/security/secrets-good-practices/

Example:
    image: registry.example/train:1
    env: {DB_PASSWORD: hunter2}
Use instead:
    image: registry.example/train:1
    env: {DB_PASSWORD: {valueFrom: {secretKeyRef: {name: database, key: password}}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.rule import Finding, rule
from render.rules.security._literals import is_literal_credential
from render.rules.security._secrets import secret
from render.rules.security._values import FOR_COMMAND, FOR_VARIABLE, KEYS, arguments, variables
from render.shape.mistake import Path


@rule(severity=Severity.WARNING, keys=("data", *KEYS))
def check(item: Object) -> Iterator[Finding]:
    """Look at every variable, every option and every value of a ConfigMap that SEC101 and SEC102 leave."""
    for path, name, text in _named(item):
        if is_literal_credential(name, text) and secret(name, text) is None:
            yield Finding(path, f"`{name}` is a credential by its name, and has a literal value", FOR_VARIABLE)
    found = {
        word.path: name
        for name, word in arguments(item)
        if word.is_literal and is_literal_credential(name, word.text) and secret(name, word.text) is None
    }
    for path, name in found.items():
        yield Finding(path, f"the option or variable `{name}` of a command has a literal value", FOR_COMMAND)


def _named(item: Object) -> Iterator[tuple[Path, str, str]]:
    yield from variables(item)
    if item.kind.group_kind == "/ConfigMap":
        yield from ((("data", key), key, value) for key, value in item.data.get("data", {}).items())
