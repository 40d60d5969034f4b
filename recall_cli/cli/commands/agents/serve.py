"""recall serve: serve clients on this or other machines over HTTP."""

import os

from recall_cli.app import App
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply

PARAMS = (
    option(
        "host",
        "The address to listen at; any but this machine's own needs TLS or --behind-proxy.",
        default="127.0.0.1",
        metavar="ADDRESS",
    ),
    option(
        "port", "The port to listen at; 0 takes a free one.", kind="int", default=7077, low=0, high=65_535, metavar="N"
    ),
    option("tls_cert", "The certificate with its chain, a PEM file.", completes="file", metavar="FILE"),
    option("tls_key", "Its private key, a PEM file.", completes="file", metavar="FILE"),
    option("behind_proxy", "A proxy on this network does the TLS.", kind="flag"),
    option("public_url", "The address under which clients reach the server.", metavar="URL"),
    option("check", "Check the texts that the server sends, and exit.", kind="flag"),
)
EXAMPLES = (
    ("recall serve", "MCP at http://127.0.0.1:7077/mcp, A2A at /a2a; clients need a token"),
    ("recall serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem", "for other machines"),
    ("recall serve --check", "the texts for models contain no hidden orders"),
)


def serve(
    app: App,
    *,
    host: str,
    port: int,
    tls_cert: "str | None",
    tls_key: "str | None",
    behind_proxy: bool,
    public_url: "str | None",
    check: bool,
) -> Reply:
    """Serve clients over HTTP: MCP at /mcp, A2A at /a2a. Each needs a token, which recall admin token create makes.

    It runs in the foreground until Ctrl-C or SIGTERM. It logs one line a request on standard error: readable at a
    terminal, JSON elsewhere and with --json.
    """
    from recall_cli.cli.served.run import run_command
    from recall_cli.serve.http.server import ServeOptions, check_sent_texts, serve_http

    if check:
        count = check_sent_texts()
        return Reply(lambda: {"checked": count}, lambda: [f"{count} texts are sent, and none is poisoned"])
    options = ServeOptions(
        host=host, port=port, tls_cert=tls_cert, tls_key=tls_key, behind_proxy=behind_proxy, public_url=public_url
    )
    with app.read_transaction():
        pass  # a store that cannot be used is refused now, and not at each call of a client
    app.close()
    json_log = app.prints_json or not os.isatty(2)
    place, config = app.settings.store_place, os.path.abspath(app.settings.path)
    serve_http(options, place, config, json_log=json_log, run_command=run_command)
    return Reply(lambda: None, list)
