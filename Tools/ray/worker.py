"""A worker of one search of Cycle on a Ray cluster: what `checks explore NAME --processes N --by` starts.

The program runs in an actor on a node that has a free core. Messages go from the standard input of this process to the actor, and the
answers back: each message is a header of 32 bytes, whose second word counts the bytes behind it. Where the actor or its node dies, this
process ends, and the search starts another one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import IO, Any

HEADER = 32
"""Four words of eight bytes: a mark, the count of bytes, a check sum, and 0."""


def read_message(stream: IO[bytes]) -> bytes | None:
    """Reads a message with its header; `None` at the end of the stream."""
    header = stream.read(HEADER)
    if len(header) < HEADER:
        return None
    count = int.from_bytes(header[8:16], "little")
    body = stream.read(count)
    return header + body if len(body) == count else None


class WorkerEnded(RuntimeError):
    """The program has ended before it answered."""


class Worker:
    """The program on a node; an actor of Ray."""

    def __init__(self, command: list[str]) -> None:
        self._program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def greeting(self) -> bytes:
        return self._read()

    def answer(self, message: bytes) -> bytes:
        assert self._program.stdin is not None
        self._program.stdin.write(message)
        self._program.stdin.flush()
        return self._read()

    def end(self) -> None:
        self._program.kill()
        self._program.wait()

    def _read(self) -> bytes:
        assert self._program.stdout is not None
        message = read_message(self._program.stdout)
        if message is None:
            raise WorkerEnded(f"the worker has ended: {self._program.poll()}")
        return message


def write(message: bytes) -> None:
    sys.stdout.buffer.write(message)
    sys.stdout.buffer.flush()


def run(command: list[str]) -> None:
    """Passes messages until there are no more."""
    import ray

    actor: Any = ray.remote(num_cpus=1, max_restarts=0)(Worker).remote(command)
    write(ray.get(actor.greeting.remote()))
    while (message := read_message(sys.stdin.buffer)) is not None:
        write(ray.get(actor.answer.remote(message)))
    ray.get(actor.end.remote())


def main(words: list[str] | None = None) -> int:
    """The program."""
    arguments = argparse.ArgumentParser(prog="cycle-worker", description=__doc__)
    arguments.add_argument("--address", default="auto", help="of the cluster")
    arguments.add_argument("command", nargs=argparse.REMAINDER, help="the worker program, the same path on all nodes")
    given = arguments.parse_args(words)
    import ray

    ray.init(address=given.address, log_to_driver=False, logging_level="ERROR")
    try:
        run(given.command)
    except ray.exceptions.RayError as error:
        print(f"worker: {error}", file=sys.stderr)
        return 1
    finally:
        ray.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
