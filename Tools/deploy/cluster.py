"""The machines of a system: a network namespace each, on one bridge. A program that ends is started again."""

import os
import random
import shutil
import signal
import subprocess
import time

NETWORK = "10.83.0"
# So often in a row may a program crash or refuse its words.
CRASH_LIMIT = 20
# A client whose server was killed while their link was cut may wait for hours: the end of its stream was lost.
CLIENT_SECONDS = 5
# Between two lives of a program that has ended by itself.
PAUSE = 0.05


class Unusable(Exception):
    """The run cannot go on: the reason, and the remedy."""


def call(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise Unusable(f"{' '.join(words)}: {done.stderr.strip() or done.returncode}")


def machines(system):
    return system.SERVERS + system.CLIENTS


def recordings(system, folder):
    """The names of the clients' recordings. A program that was killed before its first moment has done nothing."""
    found = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".jsonl"):
            continue
        with open(os.path.join(folder, name), "rb+") as file:
            content = file.read()
            length = len(content.rstrip(b"\0"))
            # A killed program leaves the room of its recording. One zero says as much as two million.
            file.truncate(min(len(content), length + 1))
        if length > 0 and name.rsplit("-", 1)[0] in system.CLIENTS:
            found.append(name)
    return found


class Run:
    """What a system's file may know of a run, and of one life of a program in it."""

    def __init__(self, system, options, machine="", life=0):
        self.system, self.machine, self.life, self.programs = system, machine, life, options.programs
        self.addresses = {name: f"{NETWORK}.{number + 1}" for number, name in enumerate(machines(system))}
        self.random = random.Random(f"{options.seed} {machine} {life}")
        # The disk of the machine: one for all lives.
        self.folder = os.path.join(options.out, f"{machine}.disk")
        self.recording = os.path.join(options.out, f"{machine}-{life}.jsonl")

    def program(self, name):
        return os.path.join(self.programs, name)

    def addresses_of(self, names, port=7000):
        return [f"{self.addresses[name]}:{port}" for name in names]

    def calls(self, read, write, count=12):
        """The calls of a client of a register: the word for a read, or the one for a write with `=` and a number."""
        # The first call of a life is often lost while the server is down: a lost read costs the judge nothing.
        calls = [read]
        for index in range(1, count):
            # No two writes have one number, so that a number names its write.
            number = self.system.CLIENTS.index(self.machine) * 1_000_000 + self.life * 100 + index
            calls.append(self.random.choice([read, f"{write}={number}"]))
        return calls


class Machine:
    def __init__(self, cluster, name, number):
        # A link may have no more than fifteen letters, and a machine as many as it likes.
        self.cluster, self.name, self.port = cluster, name, f"port-{number}"
        self.is_client = name in cluster.system.CLIENTS
        self.process, self.life, self.time, self.crashes = None, 0, 0.0, 0

    def build(self, address):
        call("ip", "netns", "add", self.name)
        call("ip", "link", "add", self.port, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        call("ip", "link", "set", self.port, "master", "bridge", "up")
        call("ip", "-n", self.name, "addr", "add", f"{address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            call("ip", "-n", self.name, "link", "set", link, "up")

    def tend(self):
        """Starts the program where it does not run."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.time:
                self.start(now)
            return
        code = self.process.poll()
        if code is not None:
            self.crashes = self.crashes + 1 if code not in (0, 1) else 0
            if self.crashes >= CRASH_LIMIT:
                raise Unusable(f"the program of {self.name} ends again and again with {code}: see {self.path('err')}")
            self.end(PAUSE)
        elif self.is_client and now >= self.time + CLIENT_SECONDS:
            self.kill(PAUSE)

    def path(self, ending):
        return os.path.join(self.cluster.options.out, f"{self.name}-{self.life}.{ending}")

    def start(self, now):
        self.life, self.time = self.life + 1, now
        run = Run(self.cluster.system, self.cluster.options, self.name, self.life)
        words = self.cluster.system.command(run)
        if shutil.which(words[0]) is None:
            raise Unusable(f"{words[0]}: no such program; build it, or name its folder with --programs")
        os.makedirs(run.folder, exist_ok=True)
        with open(self.path("out"), "wb") as out, open(self.path("err"), "wb") as err:
            self.process = subprocess.Popen(
                ["nsenter", f"--net=/run/netns/{self.name}", *words], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                start_new_session=True)

    def end(self, pause):
        """Counts the lines of a program that has ended. The next one is started after a pause."""
        self.process.wait()
        self.cluster.ended += self.lines
        self.process, self.time = None, time.monotonic() + pause

    @property
    def lines(self):
        """How many lines the client that runs has printed."""
        if self.process is None or not self.is_client:
            return 0
        with open(self.path("out"), "rb") as file:
            return file.read().count(b"\n")

    def signal(self, number):
        """To the program, and to all that it has started: a command line may have several."""
        if self.process is not None and self.process.returncode is None:
            os.killpg(self.process.pid, number)

    def kill(self, pause=0.0):
        if self.process is not None:
            self.signal(signal.SIGKILL)
            self.end(pause)


class Cluster:
    def __init__(self, system, options):
        self.system, self.options, self.ended = system, options, 0
        self.machines = [Machine(self, name, number) for number, name in enumerate(machines(system))]

    def build(self):
        # What this hides, and every namespace that `ip` names in it, is gone with this process.
        call("mount", "-t", "tmpfs", "none", "/run")
        os.mkdir("/run/netns")
        call("ip", "link", "set", "lo", "up")
        call("ip", "link", "add", "bridge", "type", "bridge")
        call("ip", "link", "set", "bridge", "up")
        addresses = Run(self.system, self.options).addresses
        for machine in self.machines:
            machine.build(addresses[machine.name])

    @property
    def answers(self):
        """A client prints a line for each answer."""
        return self.ended + sum(machine.lines for machine in self.machines)

    def tend(self, seconds, answers=None, until=float("inf"), tick=0.02):
        """Keeps the programs running, for some seconds, or until there are so many answers more.

        Returns whether there are.
        """
        end = min(time.monotonic() + seconds, until)
        goal = None if answers is None else self.answers + answers
        while True:
            for machine in self.machines:
                machine.tend()
            if goal is not None and self.answers >= goal:
                return True
            if time.monotonic() >= end:
                return goal is None
            time.sleep(tick)

    def end(self):
        for machine in self.machines:
            machine.kill()
