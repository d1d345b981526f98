"""Draws hash files on ARM64 and compares the hashes with those of this machine; prints every difference, and progress to stderr.

    compare.py MOTES FORMAT COUNT PROGRAM… -- FILE.framehash…

PROGRAM runs main.swift on ARM64. The other hashes come from the command MOTES, which is told what the file's #motes line says; for the FORMAT "recorded" they are those in
the file. COUNT frames of each file are drawn, 0 for all. Exit code 1 if a frame differs or was not drawn. Run it in the repository's folder.
"""
import os
import subprocess
import sys
import time
import urllib.parse

motes, pixels, count, *rest = sys.argv[1:]
program, paths = rest[:rest.index("--")], rest[rest.index("--") + 1:]
# What of a #motes line has no part in how the frames are drawn, or is said otherwise.
stated = {"preset", "sha256", "size", "rate", "seed", "pixels", "frames", "version"}
seconds_between_reports = 15


class Failure(Exception):
    pass


def hashes_in(text):
    """The hash of each frame in a file of FFmpeg's framehash format."""
    rows = [line.split(",") for line in text.splitlines() if line and not line.startswith("#")]
    return {int(row[2]): row[5].strip() for row in rows}


def hashes_here(path, numbers):
    """What frames should have, whose numbers are evenly spread."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if pixels == "recorded":
        return hashes_in(text)
    recipe = next(line for line in text.splitlines() if line.startswith("#motes: "))
    fields = [field.split("=", 1) for field in recipe.split()[1:]]
    fields = [(key, urllib.parse.unquote(value)) for key, value in fields]
    value = dict(fields)
    beside = lambda name: os.path.join(os.path.dirname(path), name)
    preset = beside(value["preset"]) if value["preset"].endswith(".json") else value["preset"]
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    command = [motes, "hash", preset, "--size", value["size"], "--fps", value["rate"], "--seed", value["seed"]]
    command += ["--pixels", pixels, "--frames", f"{numbers[0]}-{numbers[-1]}" + (f":{step}" if step > 1 else "")]
    for key, text in fields:
        if key in ("set", "duration", "backdrop"):
            command += [f"--{key}", text]
        elif key == "curves":
            command += ["--curves", beside(text)]
        elif key == "loop":
            command.append("--loop" if text == "true" else "--no-loop")
        elif key not in stated:
            raise Failure(f"its setting {key} is not known to Scripts/arm64/compare.py")
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise Failure(f"the command of this machine ends with {run.returncode}: {run.stderr.strip()[:500]}")
    return hashes_in(run.stdout)


compared = equal = finished = 0
troubled = set()
began = reported = time.monotonic()


def trouble(path, message):
    troubled.add(path)
    print(f"{path}: {message}", flush=True)


def finish(path, hashes):
    """Compares the frames of a file that were drawn."""
    global compared, equal, finished, reported
    finished += 1
    try:
        expected = hashes_here(path, sorted(hashes)) if hashes else {}
    except Failure as failure:
        trouble(path, failure)
        return
    for number in sorted(hashes):
        compared += 1
        if expected.get(number) == hashes[number]:
            equal += 1
        else:
            trouble(path, f"frame {number} is {hashes[number][:12]}… on ARM64 and {expected.get(number, 'missing')[:12]}… here")
    if time.monotonic() - reported > seconds_between_reports:
        reported = time.monotonic()
        print(f"{finished} of {len(paths)} files, {equal} of {compared} frames are equal ({reported - began:.0f} s)", file=sys.stderr, flush=True)


def draw(remaining):
    """Draws files in turn on ARM64. Returns those that are left after one at which the program crashed."""
    process = subprocess.Popen([*program, "draw", pixels, count, *remaining], stdout=subprocess.PIPE, text=True)
    hashes = {}
    for line in process.stdout:
        path, first, *second = line.rstrip("\n").split("\t")
        if first == "end":
            if not hashes and path not in troubled:
                trouble(path, "no frame was drawn on ARM64")
            finish(path, hashes)
            remaining, hashes = remaining[1:], {}
        elif first == "error":
            trouble(path, f"not drawn on ARM64: {second[0]}")
        else:
            hashes[int(first)] = second[0]
    code = process.wait()
    if remaining:
        trouble(remaining[0], f"the program on ARM64 ended with {code} here")
        finish(remaining[0], hashes)
    return remaining[1:]


remaining = paths
while remaining:
    remaining = draw(remaining)
what = "in the formats of the files" if pixels == "recorded" else f"of {pixels}"
print(f"{len(paths)} presets and scenes, {compared} frames {what}: {equal} are equal, {compared - equal} differ; "
      f"trouble with {len(troubled)} files ({time.monotonic() - began:.0f} s).")
sys.exit(1 if troubled or equal == 0 else 0)
