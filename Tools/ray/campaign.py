"""Runs a campaign of Cycle on a Ray cluster.

The seeds are cut into pieces. Ray runs the worker program, an executable of the user, once for each piece, on any node that
has a free core, and runs it again where the worker or its node died. The driver appends the lines of each piece to one file
when the piece is complete. So the driver, too, may be killed at any time: the next one reads the file and runs the rest.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GRID = 64
"""Pieces begin and end at multiples of this, as the worker's own lines do."""

EXIT_HOLDS, EXIT_BROKEN, EXIT_USAGE, EXIT_INCOMPLETE = 0, 1, 2, 3


@dataclass(frozen=True, order=True)
class Seeds:
    """The seeds from `start` up to `end`, without it."""

    start: int
    end: int

    @staticmethod
    def parse(text: str) -> Seeds:
        """Reads `1_000`, which is `0..<1_000`, and `500..<1_000`."""
        start, separator, end = text.partition("..<")
        try:
            seeds = Seeds(int(start), int(end)) if separator else Seeds(0, int(start))
        except ValueError:
            raise argparse.ArgumentTypeError(f"seeds are as 1000 or 500..<1000, not {text}") from None
        if not 0 <= seeds.start <= seeds.end:
            raise argparse.ArgumentTypeError(f"seeds begin behind their end: {text}")
        return seeds

    def __str__(self) -> str:
        return f"{self.start}..<{self.end}"

    def __len__(self) -> int:
        return self.end - self.start


def pieces(seeds: Iterable[Seeds], size: int) -> Iterator[Seeds]:
    """Cuts seeds at multiples of `size`, which is rounded up to a multiple of the grid."""
    step = -(-max(size, 1) // GRID) * GRID
    for part in seeds:
        start = part.start
        while start < part.end:
            end = min(part.end, (start // step + 1) * step)
            yield Seeds(start, end)
            start = end


def missing(asked: Seeds, ran: Iterable[Seeds]) -> Iterator[Seeds]:
    """The parts of `asked` that are in none of `ran`."""
    start = asked.start
    for part in sorted(ran):
        if part.start >= asked.end:
            break
        if part.start > start:
            yield Seeds(start, part.start)
        start = max(start, part.end)
    if start < asked.end:
        yield Seeds(start, asked.end)


@dataclass
class Results:
    """The file of results: what an earlier driver has appended counts."""

    path: Path
    scenario: str
    ran: list[Seeds] = field(default_factory=list)
    broken_laws: set[str] = field(default_factory=set)

    def load(self) -> None:
        if not self.path.exists():
            return
        text = self.path.read_text(encoding="utf-8")
        for line in text.splitlines():
            self._note(line)
        if text and not text.endswith("\n"):
            # A driver was killed in the middle of a line: what follows must not be a part of it.
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def append(self, lines: str) -> None:
        """Appends the lines of a complete piece, and has them on the disk before it returns."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(lines)
            file.flush()
        for line in lines.splitlines():
            self._note(line)

    def _note(self, text: str) -> None:
        try:
            line: dict[str, Any] = json.loads(text)
        except json.JSONDecodeError:
            return
        if line.get("format") != "cycle-campaign" or line.get("scenario") != self.scenario:
            return
        if line.get("kind") == "ran":
            self.ran.append(Seeds(int(line["from"]), int(line["to"])))
        elif line.get("kind") == "broken":
            self.broken_laws.add(str(line["law"]))


class WorkerError(RuntimeError):
    """The worker program ended by a signal, or with an exit code that it does not have."""


def run_piece(worker: list[str], scenario: str, seeds: Seeds, asked: Seeds) -> str:
    """Runs the worker for one piece: what a task of Ray does.

    :raises WorkerError: where the worker died. Ray does the piece again, elsewhere perhaps.
    """
    command = [*worker, "run", scenario, "--seeds", str(asked), "--only", str(seeds), "--jobs", "1", "--no-shard", "--quiet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (EXIT_HOLDS, EXIT_BROKEN):
        raise WorkerError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-400:]}")
    # As the worker wrote them: each line carries a sum of itself.
    return done.stdout


@dataclass(frozen=True)
class Options:
    """What the driver was asked for."""

    worker: list[str]
    scenario: str
    seeds: Seeds
    out: Path
    piece: int = 4_096
    stops_at_first: bool = False
    retries: int = 8
    is_quiet: bool = False


class Progress:
    """One line on standard error."""

    def __init__(self, options: Options, total: int) -> None:
        self._options = options
        self._total = total
        self._start = time.monotonic()
        self._is_terminal = sys.stderr.isatty()
        self._next = 0.0

    def show(self, done: int, broken: int) -> None:
        now = time.monotonic()
        if self._options.is_quiet or now < self._next:
            return
        self._next = now + (1 if self._is_terminal else 10)
        seconds = max(now - self._start, 1e-3)
        text = f"{self._options.scenario}: {done} of {self._total} seeds, {broken} broken laws, {done / seconds:.0f} seeds/s"
        print(text, file=sys.stderr, end="\r" if self._is_terminal else "\n", flush=True)


def run(options: Options) -> int:
    """Runs what is missing of the campaign on the cluster that is connected.

    :returns: the exit code: 0, 1 where a law is broken, 3 where pieces are missing.
    """
    import ray

    results = Results(options.out, options.scenario)
    results.load()
    rest = list(missing(options.seeds, results.ran))
    total = sum(len(part) for part in rest)
    task = ray.remote(num_cpus=1, max_retries=options.retries, retry_exceptions=[WorkerError])(run_piece)
    slots = max(1, int(ray.cluster_resources().get("CPU", 1))) * 2
    waiting = pieces(rest, options.piece)
    running: dict[Any, Seeds] = {}
    progress = Progress(options, total)
    done, lost = 0, 0
    ends = False
    while True:
        while not ends and len(running) < slots and (piece := next(waiting, None)) is not None:
            reference = task.remote(options.worker, options.scenario, piece, options.seeds)
            running[reference] = piece
        if not running:
            break
        finished, _ = ray.wait(list(running), num_returns=1)
        for reference in finished:
            piece = running.pop(reference)
            try:
                results.append(ray.get(reference))
                done += len(piece)
            except (WorkerError, ray.exceptions.RayError) as error:
                lost += 1
                print(f"{options.scenario}: seeds {piece} are lost: {error}", file=sys.stderr)
        progress.show(done, len(results.broken_laws))
        if options.stops_at_first and results.broken_laws:
            ends = True
    if results.broken_laws:
        return EXIT_BROKEN
    return EXIT_INCOMPLETE if lost or any(missing(options.seeds, results.ran)) else EXIT_HOLDS


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog="cycle-campaign", description=__doc__)
    arguments.add_argument("scenario", help="the name of a scenario, as `WORKER list` says it")
    arguments.add_argument("--worker", required=True, nargs="+", help="the worker program, the same path on all nodes")
    arguments.add_argument("--seeds", required=True, type=Seeds.parse, help="as 1000000, or a part as '500..<1000'")
    arguments.add_argument("--out", required=True, type=Path, help="the file that results are appended to")
    arguments.add_argument("--piece", type=int, default=4_096, help="seeds of one piece: some ten seconds of work")
    arguments.add_argument("--address", default="auto", help="of the cluster; `local` for one on this machine")
    arguments.add_argument("--first", action="store_true", help="start no more pieces when a law is broken")
    arguments.add_argument("--retries", type=int, default=8, help="how often a piece is done again")
    arguments.add_argument("--quiet", action="store_true")
    return arguments


def main(words: list[str] | None = None) -> int:
    """The program."""
    given = parser().parse_args(words)
    import ray

    ray.init(address=given.address, log_to_driver=False, logging_level="ERROR")
    options = Options(
        worker=given.worker,
        scenario=given.scenario,
        seeds=given.seeds,
        out=given.out,
        piece=given.piece,
        stops_at_first=given.first,
        retries=given.retries,
        is_quiet=given.quiet,
    )
    try:
        return run(options)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    sys.exit(main())
