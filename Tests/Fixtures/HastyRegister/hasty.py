"""The register with a server that answers before it has written: the law must be broken."""

import register
from register import CLIENTS, SERVERS, judge  # noqa: F401


def command(run):
    if run.machine == "server":
        return [run.program("HastyRegister"), "7000", run.folder]
    return register.command(run)
