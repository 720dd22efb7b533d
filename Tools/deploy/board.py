"""The sample `board`: a server that keeps a list of notes, and three clients that each add some and end."""

SERVERS = ["server"]
CLIENTS = ["ann", "bob", "eve"]
# Each change prints the whole board.
ANSWERS = 500


def command(run):
    if run.machine == "server":
        return [run.program("board"), "7000", run.folder]
    client = [run.program("board"), "--record", run.recording, *run.addresses_of(SERVERS)]
    lines = "".join(f"note {number} of {run.machine} {run.life}\\n" for number in range(1, 5))
    return ["sh", "-c", f"printf '{lines}' | exec {' '.join(client)}"]


def judge(run, recordings):
    return [run.program("board"), "check", "server.disk", *recordings]
