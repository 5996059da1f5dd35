"""RUN215 template-not-rendered: a value of the spec is a template of another tool.

A spec is data: `{{ .Values.x }}` of Helm and `${{ … }}` of GitHub Actions reach the program as they are. `render sweep`
renders templates of specs.

Source: https://helm.sh/docs/chart_template_guide/values_files/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, "--name={{ .Release.Name }}"]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --name=run1]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import TEMPLATE
from render.programs.program import Program
from render.rules.rule import Finding, rule

_TEMPLATE = re.compile(r"\{\{-?\s*\.(Values|Release|Chart|Capabilities)\b[^}]*\}\}|\$\{\{[^}]*\}\}")


@rule(severity=Severity.WARNING, keys=(TEMPLATE,))
def check(program: Program) -> Iterator[Finding]:
    """Report templates in words and variables."""
    for word in (*program.argv, *(word for _, word in program.literals)):
        if match := _TEMPLATE.search(word.text):
            message = f"`{match[0]}` stays as it is: a spec is not a template"
            yield Finding(
                word.path, message, "write the value, or overlay it with another values file", excerpt=match[0]
            )
