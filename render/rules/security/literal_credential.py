"""SEC103 literal-credential: a variable or an option that is named like a credential has a literal value.

`DB_PASSWORD: hunter2` doesn't have the form of a known credential, but its name says that it is one. Such names end in
PASSWORD, PASSPHRASE, SECRET, TOKEN, CREDENTIALS or in API_KEY, ACCESS_KEY, SECRET_KEY, PRIVATE_KEY and so on; the value
of any other `*_KEY` must look random. Placeholders, references (`$(NAME)`), paths, addresses, switches, names of
dataset columns (`TEXT_KEY`) and a tokenizer's tokens (`PAD_TOKEN`) are not reported. The lines of a text, such as
`password = …` in a file of `files`, are read as well. The value is never printed.
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
from render.rules.security._credential_names import is_literal_credential
from render.rules.security._lines import credential_lines
from render.rules.security._secrets import secret
from render.rules.security._values import FOR_COMMAND, FOR_FILE, FOR_VARIABLE, KEYS, arguments, variables
from render.schema_errors.error import Path


@rule(severity=Severity.WARNING, keys=("data", *KEYS))
def check(item: Object) -> Iterator[Finding]:
    """Check every variable, option and ConfigMap value that SEC101 and SEC102 don't report."""
    for path, name, text in _named_values(item):
        if is_literal_credential(name, text) and secret(name, text) is None:
            yield Finding(path, _message(name), FOR_VARIABLE)
    yield from _lines(item)
    found = {
        word.path: (name, word.text)
        for name, word in arguments(item)
        if word.is_literal and is_literal_credential(name, word.text) and secret(name, word.text) is None
    }
    for path, (name, text) in found.items():
        yield Finding(path, f"the command's option or variable {_message(name)}", FOR_COMMAND, excerpt=text)


def _message(name: str) -> str:
    return f"`{name}` is named like a credential and has a literal value"


def _named_values(item: Object) -> Iterator[tuple[Path, str, str]]:
    yield from variables(item)
    if item.kind.group_kind == "/ConfigMap":
        yield from ((("data", key), key, value) for key, value in item.data.get("data", {}).items())


def _lines(item: Object) -> Iterator[Finding]:
    """Yield a finding for each such line of a text in a ConfigMap, which the files of a spec become."""
    for key, text in item.data.get("data", {}).items() if item.kind.group_kind == "/ConfigMap" else ():
        for name, value, row in credential_lines(key, text):
            yield Finding(("data", key), _message(name), FOR_FILE, excerpt=value, row=row)
