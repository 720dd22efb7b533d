"""Two nodes of one core each on this machine: the report is that of one process, whatever is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign import EXIT_BROKEN, EXIT_HOLDS, Options, Seeds, run

CHECKS = os.environ.get("CHECKS", "")
pytestmark = pytest.mark.skipif(not CHECKS, reason="CHECKS names no worker program")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def report(*paths: Path) -> str:
    command = [CHECKS, "report", *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def alone(scenario: str, seeds: Seeds, folder: Path) -> str:
    """The report of one process."""
    path = folder / "alone.jsonl"
    command = [CHECKS, "run", scenario, "--seeds", str(seeds), "--no-shard", "--quiet", "--out", str(path)]
    subprocess.run(command, check=False)
    return report(path)


def options(scenario: str, seeds: Seeds, out: Path) -> Options:
    return Options(worker=[CHECKS], scenario=scenario, seeds=seeds, out=out, piece=128, is_quiet=True)


def when_appended(path: Path, size: int, act: Any, ended: threading.Event) -> threading.Thread:
    """Acts once, as soon as the results are longer than that."""

    def watch() -> None:
        while not ended.wait(0.01):
            if path.exists() and path.stat().st_size > size:
                act()
                return

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def workers_of(scenario: str) -> list[int]:
    """The processes of the worker program that run now."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:3] == [CHECKS.encode(), b"run", scenario.encode()]:
            found.append(int(folder.name))
    return found


def test_a_broken_law_is_reported_as_by_one_process(cluster: Any, tmp_path: Path) -> None:
    seeds, out = Seeds(0, 640), tmp_path / "ray.jsonl"
    assert run(options("weather", seeds, out)) == EXIT_BROKEN
    assert report(out) == alone("weather", seeds, tmp_path)


def test_a_worker_that_is_killed_is_done_again(cluster: Any, tmp_path: Path) -> None:
    seeds, out = Seeds(0, 2_048), tmp_path / "ray.jsonl"
    killed: list[int] = []

    def kill() -> None:
        for worker in workers_of("search"):
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)

    ended = threading.Event()
    watch = when_appended(out, 0, kill, ended)
    code = run(options("search", seeds, out))
    ended.set()
    watch.join()
    assert code == EXIT_HOLDS and killed
    assert report(out) == alone("search", seeds, tmp_path)


def test_a_node_that_is_killed_is_done_without(cluster: Any, tmp_path: Path) -> None:
    seeds, out = Seeds(0, 2_048), tmp_path / "ray.jsonl"
    extra = cluster.add_node(num_cpus=1)
    ended = threading.Event()
    watch = when_appended(out, 0, lambda: cluster.remove_node(extra, allow_graceful=False), ended)
    code = run(options("search", seeds, out))
    ended.set()
    watch.join()
    assert code == EXIT_HOLDS
    assert report(out) == alone("search", seeds, tmp_path)


def test_a_driver_that_is_killed_goes_on_where_it_was(cluster: Any, tmp_path: Path) -> None:
    seeds, out = Seeds(0, 2_048), tmp_path / "ray.jsonl"
    program = Path(__file__).parent.parent / "campaign.py"
    command = [
        sys.executable, str(program), "search", "--worker", CHECKS, "--seeds", str(seeds), "--out", str(out),
        "--piece", "128", "--address", cluster.address, "--quiet",
    ]
    driver = subprocess.Popen(command)
    ended = threading.Event()
    watch = when_appended(out, 0, driver.kill, ended)
    driver.wait()
    ended.set()
    watch.join()
    assert driver.returncode == -signal.SIGKILL
    before = out.read_text(encoding="utf-8")
    assert run(options("search", seeds, out)) == EXIT_HOLDS
    assert out.read_text(encoding="utf-8").startswith(before)
    assert report(out) == alone("search", seeds, tmp_path)
