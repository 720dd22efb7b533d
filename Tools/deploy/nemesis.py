"""Faults from a seed: kills, pauses, cuts, delays and losses. All are chosen before the first one."""

import os
import random
import signal
import subprocess
import time

from cluster import Unusable, call

# Seconds for them, where faults have left no more.
PATIENCE = 5
# Each of them comes once before any comes twice. A server is killed most often: that is where programs forget. All are killed at once where
# the others would make up for what one forgets.
KINDS = [
    "kill server", "cut any", "pause any", "kill servers", "slow any", "kill any", "kill server", "lossy any",
    "pause server",
]
# Three packets of ten are lost, in the kernel's bytecode: load a random number; at or above 0.3 * 2^32 pass, else drop.
LOSS = "4,32 0 0 4294963256,53 1 0 1288490188,6 0 0 2,6 0 0 4294967295"


class Nemesis:
    def __init__(self, cluster, options):
        self.cluster, self.options = cluster, options
        self.random = random.Random(options.seed)
        # So many answers come between two steps: a slow machine has as much of a run as a fast one.
        self.answers = getattr(cluster.system, "ANSWERS", 25)
        self.has_netem = False
        self.counts = {}

    def plan(self):
        """For each step one fault or two at a time: its kind, its machines, and its seconds."""
        kinds = []
        while len(kinds) < 2 * self.options.steps:
            kinds = self.random.sample(KINDS, len(KINDS)) + kinds
        servers = [machine for machine in self.cluster.machines if not machine.is_client]
        steps = []
        for _ in range(self.options.steps):
            faults = {}
            for _ in range(self.random.choice([1, 1, 2])):
                kind, place = kinds.pop().split()
                one = self.random.choice(servers if place == "server" else self.cluster.machines)
                faults[kind] = (servers if place == "servers" else [one], round(self.random.uniform(0.05, 0.5), 2))
            steps.append(faults)
        return steps

    def run(self):
        trial = ["tc", "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms"]
        self.has_netem = subprocess.run(trial, capture_output=True).returncode == 0
        means = "netem" if self.has_netem else "tbf and bpf, as this kernel has no netem"
        count, seed = len(self.cluster.machines), self.options.seed
        print(f"{count} machines, seed {seed}; tc delays and loses by {means}", flush=True)
        begin = time.monotonic()
        until = begin + self.options.limit
        if not self.cluster.tend(self.options.limit, answers=self.answers):
            raise Unusable(f"hardly an answer before any fault: see what the programs say, {self.options.out}/*.err")
        done = 0
        with open(os.path.join(self.options.out, "nemesis"), "w", encoding="utf8") as log:
            for faults in self.plan():
                if time.monotonic() >= until:
                    break
                words = [f"{kind} {' '.join(machine.name for machine in machines)} for {seconds} s"
                         for kind, (machines, seconds) in faults.items()]
                print(f"{time.monotonic() - begin:.2f} s: {', '.join(words)}", file=log, flush=True)
                self.step(faults)
                self.cluster.tend(PATIENCE, answers=self.answers, until=until)
                done += 1
        early = "" if done == self.options.steps else f" of {self.options.steps} until the time limit"
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(self.counts.items()))
        seconds = time.monotonic() - begin
        print(f"{self.cluster.answers} answers in {seconds:.1f} s; {done} steps{early}: {counts}", flush=True)

    def step(self, faults):
        for kind, (machines, seconds) in faults.items():
            self.counts[kind] = self.counts.get(kind, 0) + 1
            if kind == "kill":
                # Just behind an answer: what was promised is most likely to be lost there.
                self.cluster.tend(0.5, answers=1, tick=0.001)
            for machine in machines:
                getattr(self, kind)(machine, seconds)
        begin = time.monotonic()
        for kind, (machines, seconds) in sorted(faults.items(), key=lambda fault: fault[1][1]):
            self.cluster.tend(max(0, begin + seconds - time.monotonic()))
            for machine in machines:
                if kind == "pause":
                    machine.signal(signal.SIGCONT)
                elif kind != "kill":
                    self.heal(machine)

    def kill(self, machine, seconds):
        machine.kill(pause=seconds)

    def pause(self, machine, _):
        machine.signal(signal.SIGSTOP)

    def cut(self, machine, _):
        call("ip", "link", "set", machine.port, "down")

    def slow(self, machine, _):
        if self.has_netem:
            return self.shape(machine, "netem", "delay", "30ms", "20ms")
        # A packet of 70 bytes takes 28 ms, and those that come meanwhile wait.
        self.shape(machine, "tbf", "rate", "20kbit", "burst", "400", "limit", "4000")

    def lossy(self, machine, _):
        if self.has_netem:
            return self.shape(machine, "netem", "loss", "30%")
        for place, link in self.ends(machine):
            call("tc", *place, "qdisc", "add", "dev", link, "clsact")
            call("tc", *place, "filter", "add", "dev", link, "egress", "bpf", "da", "bytecode", LOSS)

    def shape(self, machine, *words):
        for place, link in self.ends(machine):
            call("tc", *place, "qdisc", "replace", "dev", link, "root", *words)

    def ends(self, machine):
        """Both ends of a machine's link: what is sent is shaped, and not what comes."""
        return [([], machine.port), (["-n", machine.name], "eth0")]

    def heal(self, machine):
        call("ip", "link", "set", machine.port, "up")
        for place, link in self.ends(machine):
            # Refused where the fault was another one.
            for queue in ("root", "clsact"):
                subprocess.run(["tc", *place, "qdisc", "del", "dev", link, queue], capture_output=True)
