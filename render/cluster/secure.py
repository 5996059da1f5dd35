"""The connection to a cluster: whom it trusts, and what it shows of itself."""

import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

import urllib3
from kubernetes.client import Configuration
from kubernetes.client.rest import should_bypass_proxies

from render.cluster.errors import ClusterError
from render.cluster.kubeconfig import Target
from render.cluster.wire import Wire


def wire(target: Target, seconds: float) -> Wire:
    """Return the way to a cluster, each request of which may take some seconds. Raises ClusterError."""
    configuration = target.configuration
    try:
        context = _context(configuration)
        pool = _pool(configuration, context)
        host = urlsplit(configuration.host).netloc.rpartition("@")[2]
    except (OSError, ValueError, urllib3.exceptions.HTTPError) as error:
        reason = error.reason if isinstance(error, ssl.SSLError) else type(error).__name__
        raise ClusterError(f"the certificates or addresses of the kubeconfig can't be used: {reason}") from error
    return Wire(configuration.host.rstrip("/"), host, pool, lambda: _credentials(configuration), seconds)


def _context(configuration: Configuration) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=configuration.ssl_ca_cert)
    # As Kubernetes' own clients do: certificates of many clusters lack an extension that the strict check wants.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if configuration.cert_file:
        context.load_cert_chain(configuration.cert_file, configuration.key_file)
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


def _credentials(configuration: Configuration) -> Mapping[str, str]:
    found = configuration.auth_settings().get("BearerToken")
    return {found["key"]: found["value"]} if found and found["value"] else {}
