"""The sample `paxos`: three acceptors, and proposers that each have a value of their own. One value is chosen, for ever."""

SERVERS = ["one", "two", "three"]
CLIENTS = ["ann", "bob", "eve"]
# A proposer has one.
ANSWERS = 8


def command(run):
    if run.machine in SERVERS:
        return [run.program("paxos"), "acceptor", "7000", run.folder]
    proposer = [run.program("paxos"), "propose", "--record", run.recording]
    return [*proposer, *run.addresses_of(SERVERS), f"{run.machine}{run.life}"]


def judge(run, recordings):
    return [run.program("paxos"), "check", *recordings]
