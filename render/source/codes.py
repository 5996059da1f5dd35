"""Codes for problems of a text, before its meaning is checked."""

from render.problem import Rule, Severity

UNREADABLE = Rule(
    "SYN001",
    "unreadable-file",
    about="the file can't be opened or read, or it is not a regular file: a folder, a device, a pipe",
)
TOO_LARGE = Rule(
    "SYN002",
    "file-too-large",
    about="the file is larger than render reads. An object in a cluster is limited to 1.5 MiB",
)
NOT_UTF8 = Rule("SYN003", "not-utf-8", about="the file contains bytes that are not UTF-8")
EMPTY = Rule("SYN004", "empty-file", Severity.WARNING, about="the file contains only spaces and comments")
SYNTAX = Rule("SYN005", "yaml-syntax", about="the text is not valid YAML; the rest of the file is not read")
TAB = Rule("SYN006", "tab-as-indent", about="a tab indents the line; YAML only allows spaces")
CONTROL_CHARACTER = Rule(
    "SYN007", "control-character", about="the text contains a control character, which YAML only allows as an escape"
)
SEVERAL_DOCUMENTS = Rule(
    "SYN008", "several-documents", about="a file with a spec has several documents, but Helm reads only one as values"
)
DUPLICATE_KEY = Rule(
    "SYN009",
    "duplicate-key",
    about="a mapping has the same key twice. Helm and kubectl silently use the last one",
)
BOOLEAN_KEY = Rule(
    "SYN010",
    "boolean-key",
    about="an unquoted key is a word that Helm reads as a boolean, such as `y`, `on` or `no`",
)
KEY_NOT_TEXT = Rule("SYN011", "key-not-text", about="a key is null, a mapping or a list, but must be text")
UNKNOWN_ALIAS = Rule(
    "SYN012", "unknown-alias", about="an alias (`*name`) has no anchor (`&name`) before it, or is inside its own anchor"
)
TOO_MANY_ALIASES = Rule(
    "SYN013",
    "too-many-aliases",
    about="the aliases of the text expand to too many values, which would exhaust the memory",
)
TOO_DEEP = Rule("SYN014", "too-deep", about="the text is nested too deeply")
NOT_A_MAPPING = Rule(
    "SYN015", "not-a-mapping", about="a spec is a mapping of keys, and this is a list or a single value"
)
NOT_FINITE = Rule(
    "SYN016",
    "not-finite",
    about="the value is infinite or not a number (NaN), which JSON, and so Kubernetes, doesn't support",
)
LINK_OUT = Rule(
    "SYN018",
    "link-out-of-folder",
    Severity.INFO,
    about="a symbolic link points outside the given folder, so it is not followed",
)
OCTAL = Rule(
    "SYN021",
    "octal-number",
    Severity.WARNING,
    about="a number starts with `0`, so Helm and kubectl read it as octal",
)
UNKNOWN_CODE = Rule(
    "SYN022",
    "unknown-code",
    Severity.WARNING,
    about="a comment, a config or `--ignore` names a code that doesn't exist",
)
TOO_MANY_VALUES = Rule("SYN023", "too-many-values", about="the text has too many values")
TOO_MANY_PROBLEMS = Rule(
    "SYN024", "too-many-problems", about="the file has more problems than are reported; fix these first"
)
CHART = Rule(
    "SYN025",
    "chart-in-folder",
    Severity.INFO,
    about="a folder contains a Helm chart: its templates aren't YAML until rendered, and its defaults aren't a spec",
)
SECRET_NOT_IGNORED = Rule(
    "SEC100",
    "secret-not-ignored",
    Severity.WARNING,
    about="a comment ignores rules about secrets (SEC), which only `--ignore` and `--config` can ignore",
)
CONFIG_NOT_TRUSTED = Rule(
    "SYN041",
    "config-not-trusted",
    about="a `render.yaml` of the repository hides findings about secrets or reads outside it; `--config FILE` can",
)
INTERNAL = Rule(
    "INT001", "internal-error", about="render itself failed while it checked the file; all other files were checked"
)
