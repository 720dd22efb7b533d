"""One search by processes on two nodes of a core each: the same result as that of one process, also where an actor is killed."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from worker import read_message

CHECKS = os.environ.get("CHECKS", "")
needs_checks = pytest.mark.skipif(not CHECKS, reason="CHECKS names no worker program")


def test_messages_are_cut_by_their_counts() -> None:
    first = bytes(8) + (3).to_bytes(8, "little") + bytes(16) + b"abc"
    stream = io.BytesIO(first + bytes(32) + first[:-1])
    assert read_message(stream) == first
    assert read_message(stream) == bytes(32)
    assert read_message(stream) is None


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    yield made.address
    made.shutdown()


def explore(*words: str) -> Any:
    command = [CHECKS, "explore", "long-search", "--steps", "8", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def by(address: str) -> str:
    return f"'{sys.executable}' '{Path(__file__).parent.parent / 'worker.py'}' --address {address} '{CHECKS}'"


@needs_checks
def test_the_result_is_that_of_one_process(address: str) -> None:
    alone = explore()
    together = explore("--processes", "3", "--by", by(address))
    assert (together.stdout, together.returncode) == (alone.stdout, alone.returncode)
    assert "worker" not in together.stderr


@needs_checks
def test_a_program_that_is_killed_is_replaced(address: str) -> None:
    alone = explore()
    killed: list[int] = []
    ended = threading.Event()

    def kill() -> None:
        while not ended.is_set() and not killed:
            found = subprocess.run(["pgrep", "-f", f"{CHECKS} explore long-search --serve"], capture_output=True, text=True)
            for number in map(int, found.stdout.split()):
                parent = Path(f"/proc/{number}/cmdline")
                if parent.exists() and parent.read_bytes().startswith(CHECKS.encode()):
                    os.kill(number, signal.SIGKILL)
                    killed.append(number)
                    break
            time.sleep(0.05)

    killer = threading.Thread(target=kill)
    killer.start()
    together = explore("--processes", "2", "--by", by(address))
    ended.set()
    killer.join()
    assert killed
    assert (together.stdout, together.returncode) == (alone.stdout, alone.returncode)
    assert "worker 1 has ended" in together.stderr
