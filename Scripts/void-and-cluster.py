#!/usr/bin/env python3
"""Writes Sources/Raster/DitherMaskRanks.swift: a 64 x 64 void-and-cluster mask as 4,096 ranks.

Robert Ulichney, "The void-and-cluster method for dither array generation", 1993: swap the tightest cluster with the
largest void until nothing moves, then rank by taking clusters away and filling voids. The energy is a Gaussian of
sigma 1.5 px on the torus in whole numbers, so the table is the same wherever this runs. Takes about 20 seconds.

    python3 Scripts/void-and-cluster.py > Sources/Raster/DitherMaskRanks.swift
"""
import math

SIDE = 64
COUNT = SIDE * SIDE
REACH = 9
KERNEL = [
    (dx, dy, round(math.exp(-(dx * dx + dy * dy) / (2 * 1.5 * 1.5)) * 2**40))
    for dy in range(-REACH, REACH + 1)
    for dx in range(-REACH, REACH + 1)
]
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Pattern:
    def __init__(self):
        self.on = [False] * COUNT
        self.energy = [0] * COUNT

    def set(self, place, value):
        self.on[place] = value
        sign = 1 if value else -1
        x, y = place % SIDE, place // SIDE
        energy = self.energy
        for dx, dy, weight in KERNEL:
            energy[(y + dy) % SIDE * SIDE + (x + dx) % SIDE] += sign * weight

    def cluster(self):
        return max((place for place in range(COUNT) if self.on[place]), key=self.energy.__getitem__)

    def void(self):
        return min((place for place in range(COUNT) if not self.on[place]), key=self.energy.__getitem__)

    def copy(self):
        other = Pattern()
        other.on, other.energy = self.on[:], self.energy[:]
        return other


def ranks():
    pattern = Pattern()
    state = 1
    ones = 0
    while ones < COUNT // 10:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        place = state >> 52
        if not pattern.on[place]:
            pattern.set(place, True)
            ones += 1
    while True:
        cluster = pattern.cluster()
        pattern.set(cluster, False)
        void = pattern.void()
        pattern.set(void, True)
        if void == cluster:
            break
    rank = [0] * COUNT
    thinned = pattern.copy()
    for value in reversed(range(ones)):
        place = thinned.cluster()
        thinned.set(place, False)
        rank[place] = value
    # With the energy of the ones, the tightest cluster of zeros is where that energy is lowest: one rule for the rest.
    for value in range(ones, COUNT):
        place = pattern.void()
        pattern.set(place, True)
        rank[place] = value
    return rank


def main():
    table = ranks()
    assert sorted(table) == list(range(COUNT))
    print("""\
// Written by Scripts/void-and-cluster.py; not to be edited by hand.

extension DitherMask {
  /// The ranks 0...4095 of the 64 x 64 pixels, rows top first, two base-64 digits each (high digit first).
  static let ranks: StaticString = \"\"\"""")
    for row in range(SIDE):
        for half in (0, 32):
            text = "".join(DIGITS[r // 64] + DIGITS[r % 64] for r in table[row * SIDE + half : row * SIDE + half + 32])
            last = row == SIDE - 1 and half == 32
            print("    " + text + ("" if last else "\\"))
    print('    """\n}')


if __name__ == "__main__":
    main()
