"""The sample `commit`: some deals, one after the other, of two managers, each deal with a coordinator of its own on one machine."""

import os
import random

SERVERS = ["coordinator"]
CLIENTS = ["ann", "bob"]
# A deal has three lines of each manager.
ANSWERS = 6
PORTS = range(7001, 7017)


def command(run):
    if run.machine == "coordinator":
        managers = [run.addresses[name] for name in CLIENTS]
        starts = [f"{run.program('commit')} coordinator {port} {run.folder}/{port}"
                  f" {' '.join(f'{host}:{port}' for host in managers)} &" for port in PORTS]
        return ["sh", "-c", f"mkdir -p {' '.join(f'{run.folder}/{port}' for port in PORTS)}; {' '.join(starts)} wait"]
    port = next((port for port in PORTS if not is_over(run, port)), PORTS[-1])
    folder = os.path.join(run.folder, str(port))
    os.makedirs(folder, exist_ok=True)
    vote = random.Random(f"{run.machine} {port}").choice(["ready", "ready", "ready", "no"])
    manager = [run.program("commit"), "manager", "--record", run.recording, str(port), folder]
    return ["sh", "-c", f"echo {vote} | exec {' '.join(manager + run.addresses_of(SERVERS, port))}"]


def is_over(run, port):
    """Whether the manager has a verdict, or has said no and the coordinator has heard of it."""
    word = content(run.folder, str(port), "word")
    return word in ("commit", "abort") or word == "no" and content(run.folder, "../coordinator.disk", str(port), "verdict")


def content(*path):
    try:
        with open(os.path.join(*path), encoding="utf8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def judge(run, recordings):
    return [run.program("commit"), "check", *recordings]
