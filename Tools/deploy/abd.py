"""The sample `abd`: three replicas of a number, and three clients that read and write it while most replicas answer."""

SERVERS = ["one", "two", "three"]
CLIENTS = ["ann", "bob", "eve"]


def command(run):
    if run.machine in SERVERS:
        return [run.program("abd"), "replica", "7000", run.folder]
    client = [run.program("abd"), "client", "--record", run.recording]
    return [*client, *run.addresses_of(SERVERS), *run.calls("get", "set")]


def judge(run, recordings):
    return [run.program("abd"), "check", *recordings]
