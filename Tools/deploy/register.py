"""The sample `register`: a server that keeps a number on its disk, and three clients that read and write it."""

SERVERS = ["server"]
CLIENTS = ["ann", "bob", "eve"]
CALLS = 12


def command(run):
    """The command line of one life of the program of a machine."""
    if run.machine == "server":
        return [run.program("register"), "--record", run.recording, "7000", run.folder]
    # The first call of a life is often lost while the server is down: a lost read costs the judge nothing.
    calls = ["read"]
    for index in range(1, CALLS):
        # No two writes have one number, so that a number names its write.
        number = CLIENTS.index(run.machine) * 1_000_000 + run.life * 100 + index
        calls.append(run.random.choice(["read", f"write={number}"]))
    return [run.program("register"), "--record", run.recording, f"{run.addresses['server']}:7000", *calls]


def judge(run, recordings):
    """The command that judges what clients saw. Exit code: 0 the law held, 1 it is broken, 2 bad input, 3 no verdict."""
    return [run.program("register"), "check", *recordings]
