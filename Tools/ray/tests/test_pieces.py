"""Cutting seeds, and the file of results: without Ray."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from campaign import GRID, Results, Seeds, missing, pieces


def test_seeds_are_read_and_written() -> None:
    assert Seeds.parse("1_000") == Seeds.parse("0..<1_000") == Seeds(0, 1_000)
    assert str(Seeds(3, 9)) == "3..<9"
    for text in ["", "-1", "1000..<", "9..<3", "a..<b", "-1..<3"]:
        with pytest.raises(argparse.ArgumentTypeError):
            Seeds.parse(text)


def test_pieces_are_all_seeds_once_and_end_at_the_grid() -> None:
    cut = list(pieces([Seeds(10, 1_000)], 100))
    assert cut[0].start == 10 and cut[-1].end == 1_000
    assert all(one.end == two.start for one, two in zip(cut, cut[1:]))
    assert all(piece.end % (2 * GRID) == 0 for piece in cut[:-1])


@pytest.mark.parametrize(
    ("ran", "rest"),
    [
        ([], [Seeds(0, 100)]),
        ([Seeds(0, 100)], []),
        ([Seeds(20, 30), Seeds(10, 25)], [Seeds(0, 10), Seeds(30, 100)]),
        ([Seeds(90, 300), Seeds(200, 300)], [Seeds(0, 90)]),
    ],
)
def test_missing(ran: list[Seeds], rest: list[Seeds]) -> None:
    assert list(missing(Seeds(0, 100), ran)) == rest


def test_a_line_that_was_cut_is_no_result_and_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    line = '{"format":"cycle-campaign","version":1,"kind":"ran","scenario":"a","from":%d,"to":%d,"events":1}'
    path.write_text(line % (0, 64) + "\n" + (line % (64, 128))[:40], encoding="utf-8")
    results = Results(path, "a")
    results.load()
    assert results.ran == [Seeds(0, 64)]
    results.append(line % (64, 128) + "\n")
    again = Results(path, "a")
    again.load()
    assert again.ran == [Seeds(0, 64), Seeds(64, 128)]
