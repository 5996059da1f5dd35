"""Names that only credentials have, such as `DB_PASSWORD`, and values that aren't credentials, such as placeholders."""

import re

from render.rules.security._secrets import looks_random


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WORD = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+"

_JOINED = r"(PASSWORD|PASSWD|PASSPHRASE|(API|ACCESS|SECRET|PRIVATE)KEY|AUTHTOKEN)$"
"""Names without separators between the words, such as `PGPASSWORD` and `APIKEY`."""
_ACCOUNTS = _set("ADMIN DATABASE DB FTP LDAP MYSQL PG POSTGRES PROXY REDIS ROOT SMTP SSH USER")
"""Words before PASS and PWD if these mean a password, not a forward pass or a working directory."""
_OF_KEYS = _set("ACCESS ADMIN API AUTH DEPLOY ENCRYPTION HMAC JWT LICENSE PRIVATE SECRET SIGNING SUBSCRIPTION")
"""Words before KEY if any value is a credential. Other keys are columns of a dataset, labels or objects of a bucket:
only a value that looks random is a credential there."""
_OF_DATA = _set("BUCKET CACHE DEDUP GROUP HASH OBJECT PARTITION PRIMARY PUBLIC ROUTING SHARD SORT STORE")
"""Words before KEY if the value may look random without being a credential."""
_OF_TEXTS = _set(
    "ACTION ADD ASSISTANT AUDIO BEGIN BOS CAPTION CLASS CLS CONCEPT CONTROL DELIMITER DOMAIN END EOD EOM EOS EOT "
    "FIM FIRST IMAGE IMG INITIALIZER INST INSTANCE LANG LANGUAGE LAST MASK MAX MIDDLE MIN MODALITY NEWLINE NEXT NUM "
    "PAD PER PLACEHOLDER PREFIX PROMPT RESPONSE ROLE SENTINEL SEP SEPARATOR SOT SPECIAL SPEECH SPLIT START STOP "
    "SUFFIX SYSTEM TASK THINK TRIGGER TURN UNK UNKNOWN VIDEO VISION"
)
"""Words before TOKEN if it is a token of a text: of tokenizers (`PAD_TOKEN`) and of textual inversion."""
_OF_OBJECTS = _set("DOCKER IMAGE KUBE KUBERNETES PULL REGISTRY TLS")
"""Words before SECRET if it is the name of a Kubernetes Secret (`IMAGE_PULL_SECRET`)."""
_QUESTIONS = _set("ALLOW CHECK DISABLE ENABLE GENERATE HAS IS REQUIRE REQUIRES NO ROTATE SKIP USE")

# Patterns that few values reach are strings: `re` compiles them on first use, which takes milliseconds.
_PLACEHOLDER = r"""(?isx)
    (.)\1* | x[-_.\ x]* | \*.*\* | <.*> | \[.*\] | \{.*\} | %.*%
    | (?:change|replace|fill|insert|enter|put|set|add)[-_\ ]?(?:me|this|it|in|with|by|here|your)(?:[-_\ ].*)?
    | your.* | (?:my|the|some|a|an)[-_\ ](?:[a-z]+[-_\ ])*(?:token|key|secret|password|credentials?)
    | (?:example|sample|dummy|fake|mock|placeholder|redacted|hidden|masked)(?:[-_\ ].*)?
    | .*[-_\ ](?:here|placeholder|example)
    | todo.* | tbd | fixme | token | key | api[-_]?key | credentials?
    | none | null | nil | undefined | unset | not[-_\ ]?set | n/?a | unused | empty | not[-_\ ](?:needed|used|required)
    | (?:sk-)?no[-_\ ]?(?:key|token|password|auth|api[-_]?key)(?:[-_\ ].*)?
    """
_RANDOM = r"(?=(?:\D*\d){3})[A-Za-z0-9+/=]{20,}"
"""Words joined by `-`, `_` or `.` don't match."""
_SWITCH = r"(?i)true|false|yes|no|on|off|auto|default|enabled?|disabled?|[-+]?[0-9.]+(?:e[-+]?[0-9]+)?"
_REFERENCE = (
    r"(?is).*\$[({].*|.*\{\{.*|\$\w+|`.*`|(?:[a-z][a-z0-9+.-]{0,30}:)?//.*|[a-z][a-z0-9+.-]{0,30}://.*|"
    r"(?:arn|env|file|keyvault|op|projects|ref\+\w+|secretsmanager|ssm|vault)[:/].*"
)
"""Text that the kubelet, a shell, a template or a secret store replaces, and addresses."""
_PATH = r"(?:[A-Za-z]:\\|~|\.{0,2}/).*|.*\.(?:cfg|conf|crt|env|ini|json|key|pem|pub|toml|txt|ya?ml)"
_VARIABLE = r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:CREDENTIALS?|KEY|PASSWORD|SECRET|TOKEN)"
"""The name of another variable that holds the value."""


_LONGEST = 4096
"""Maximum number of characters of a credential; longer values are files."""


def is_literal_credential(name: str, value: str) -> bool:
    """Return whether a name means a credential, and the value is a literal that can be one."""
    words = [word.upper() for word in re.findall(_WORD, name[:_LONGEST])]
    while words and words[-1].isdigit():
        words.pop()
    text = value.strip()
    if not words or not text or "\n" in text or len(text) > _LONGEST or not _QUESTIONS.isdisjoint(words[:-1]):
        return False
    is_password = _names_password(words)
    if not is_password and not _names_token(words, text):
        return False
    if any(re.fullmatch(pattern, text) for pattern in (_PLACEHOLDER, _REFERENCE, _PATH, _VARIABLE)):
        return False
    if is_password:
        return text.isdigit() or not re.fullmatch(_SWITCH, text)
    return not re.fullmatch(_SWITCH, text) and not any(map(str.isspace, text))


def _names_password(words: list[str]) -> bool:
    *before, last = words
    joined = re.search(_JOINED, last)
    is_of_account = last in ("PASS", "PWD") and bool(before) and before[-1] in _ACCOUNTS
    return is_of_account or (joined is not None and joined[1].startswith("PASS"))


def _names_token(words: list[str], text: str) -> bool:
    """Return whether words name a token, a key or a secret of a service with a literal value."""
    *before, last = words
    match last:
        case "CREDENTIAL" | "CREDENTIALS":
            return True
        case "TOKEN":
            return _OF_TEXTS.isdisjoint(before)
        case "SECRET":
            return _OF_OBJECTS.isdisjoint(before)
        case "KEY" if before and before[-1] not in _OF_KEYS:
            return before[-1] not in _OF_DATA and re.fullmatch(_RANDOM, text) is not None and looks_random(text)
        case "KEY":
            return bool(before)
    return re.search(_JOINED, last) is not None
