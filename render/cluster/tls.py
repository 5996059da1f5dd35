"""TLS and credentials of the connection to a cluster."""

import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

import urllib3
from kubernetes.client import Configuration
from kubernetes.client.rest import should_bypass_proxies

from render.cluster.credentials import check_token
from render.cluster.errors import ClusterError
from render.cluster.http import HttpTransport
from render.cluster.kubeconfig import Target


def open_transport(target: Target, seconds: float) -> HttpTransport:
    """Return a transport to a cluster; `seconds` is the time-out of a read. Raises ClusterError."""
    configuration = target.configuration
    try:
        context = _context(configuration)
        pool = _pool(configuration, context)
        host = urlsplit(configuration.host).netloc.rpartition("@")[2]
    except (OSError, ValueError, urllib3.exceptions.HTTPError) as error:
        reason = error.reason if isinstance(error, ssl.SSLError) else type(error).__name__
        raise ClusterError(f"the certificates or addresses of the kubeconfig can't be used: {reason}") from error
    _header(target)  # rejects bad credentials before it connects
    return HttpTransport(
        configuration.host.rstrip("/"), host, pool, lambda: _header(target), lambda: _secrets(target), seconds
    )


def _context(configuration: Configuration) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=configuration.ssl_ca_cert)
    # As Kubernetes' own clients: certificates of many clusters lack an extension that the strict check requires.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if configuration.cert_file:
        context.load_cert_chain(configuration.cert_file, configuration.key_file, _no_password)
    if not configuration.verify_ssl:
        urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _pool(configuration: Configuration, context: ssl.SSLContext) -> urllib3.PoolManager:
    proxy, name = configuration.proxy, configuration.tls_server_name or None
    if proxy and not should_bypass_proxies(configuration.host, configuration.no_proxy or ""):
        return urllib3.ProxyManager(proxy, ssl_context=context, server_hostname=name)
    return urllib3.PoolManager(ssl_context=context, server_hostname=name)


def _header(target: Target) -> Mapping[str, str]:
    """Return the header with the credentials. Raises ClusterError if they can't be part of a header."""
    found = target.configuration.auth_settings().get("BearerToken")
    if not found or not found["value"]:
        return {}
    scheme, _, token = found["value"].partition(" ")
    token = token.strip()  # the file of a pod ends in a line break
    check_token(token, f"the token of {target.user}")
    return {found["key"]: f"{scheme} {token}"}


def _secrets(target: Target) -> frozenset[str]:
    """Return the secrets of the kubeconfig and of the current header."""
    return target.secrets.union(value.partition(" ")[2] for value in _header(target).values())


def _no_password() -> str:
    raise ClusterError(
        "the client key of the kubeconfig is encrypted", hint="write it without a password, as `kubectl` wants it"
    )
