"""The sample `raft`: three servers that keep one log of a number, and three clients that read and write it."""

SERVERS = ["one", "two", "three"]
CLIENTS = ["ann", "bob", "eve"]


def command(run):
    addresses = run.addresses_of(SERVERS)
    if run.machine in SERVERS:
        return [run.program("raft"), "serve", str(SERVERS.index(run.machine) + 1), run.folder, *addresses]
    return [run.program("raft"), "client", "--record", run.recording, *addresses, *run.calls("get", "set")]


def judge(run, recordings):
    return [run.program("raft"), "check", *recordings]
