"""The sample `register`: a server that keeps a number on its disk, and three clients that read and write it."""

SERVERS = ["server"]
CLIENTS = ["ann", "bob", "eve"]


def command(run):
    """The command line of one life of the program of a machine."""
    program = [run.program("register"), "--record", run.recording]
    if run.machine == "server":
        return [*program, "7000", run.folder]
    return [*program, *run.addresses_of(SERVERS), *run.calls("read", "write")]


def judge(run, recordings):
    """The command that judges what clients saw. Exit code: 0 the law held, 1 it is broken, 2 bad input, 3 no verdict."""
    return [run.program("register"), "check", *recordings]
