"""The checks that may notice a change: suites of unit tests, golden hashes; which of them reach which places, and how long each takes."""

import os
import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

maximum_changes = 1 << 16


@dataclass
class Check:
    """A suite of unit tests, or one golden."""

    name: str
    command: list
    seconds: float = 0.0
    reached: set = field(default_factory=set)


class Switch:
    """The files by which all processes of a build know which change is on, and note what they reach."""

    def __init__(self, folder):
        self.current, self.notes = folder / "current", folder / "reached"
        self.notes.write_bytes(bytes(maximum_changes))

    def turn(self, number):
        self.current.write_text("-1" if number is None else str(number))

    def clear(self):
        # Written in place: processes map the file.
        with self.notes.open("r+b") as file:
            file.write(bytes(maximum_changes))

    def reached(self):
        return {number for number, byte in enumerate(self.notes.read_bytes()) if byte}


def run(check, clone, limit):
    """Runs a check; returns whether it passed, and its seconds. One that takes longer than its limit has not passed."""
    began = time.monotonic()
    environment = {key: value for key, value in os.environ.items() if key != "MOTES_PRESETS"}
    process = subprocess.Popen(
        check.command, cwd=clone, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        passed = process.wait(timeout=limit) == 0
    except subprocess.TimeoutExpired:
        passed = False
        os.killpg(process.pid, 9)
        process.wait()
    return passed, time.monotonic() - began


def all_checks(clone, build):
    """All suites of unit tests and all goldens of a built clone."""
    bundle = build / "MotesPackageTests.xctest"
    begin = [str(bundle), "--testing-library", "swift-testing"]
    listed = subprocess.run(begin + ["--list-tests"], cwd=clone, capture_output=True, text=True, check=True).stdout
    suites = {}
    for line in listed.splitlines():
        # ShadingTests.BlobTests/name(), CommandTests.CommandTests/FootageTests/name(), ModelTests.name().
        if match := re.match(r"^([\w.`]+(?:/[\w`]+)*)/[^/]+\(.*\)$", line):
            suites.setdefault(match.group(1), "^" + re.escape(match.group(1)) + "/")
        elif match := re.match(r"^(\w+)\.(\w+)\(", line):
            suites.setdefault(line, "^" + re.escape(line))
    checks = [Check(name, begin + ["--filter", pattern]) for name, pattern in sorted(suites.items())]
    for golden in sorted((clone / "Tests/Golden").rglob("*.framehash")):
        path = golden.relative_to(clone)
        checks.append(Check(f"golden {path.stem}", [str(build / "motes"), "verify", str(path)]))
    return checks


def survey(checks, clone, switch, say):
    """Runs every check without any change: notes what it reaches and how long it takes, and drops those that fail."""
    switch.turn(None)
    sound = []
    for index, check in enumerate(checks, 1):
        switch.clear()
        passed, check.seconds = run(check, clone, limit=900)
        check.reached = switch.reached()
        say(f"{index} of {len(checks)}: {check.name}, {check.seconds:.1f} s, {len(check.reached)} places")
        if passed:
            sound.append(check)
        else:
            say(f"  left out: it fails without any change")
    return sound


def noticed_by(number, checks, clone, switch):
    """The first check that fails while a change is on, from the quickest on; None if all pass that reach it."""
    switch.turn(number)
    try:
        for check in sorted(checks, key=lambda check: check.seconds):
            if number in check.reached and not run(check, clone, limit=5 * check.seconds + 20)[0]:
                return check
    finally:
        switch.turn(None)
    return None
