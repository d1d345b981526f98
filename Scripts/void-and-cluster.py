#!/usr/bin/env python3
"""Writes Sources/Engine/Raster/Output/DitherMaskRanks.swift: a 64 x 64 void-and-cluster mask as 4,096 ranks.

Robert Ulichney, "The void-and-cluster method for dither array generation", 1993. It starts with a tenth of the cells set
at random. The energy of a cell is the sum, over all set cells, of a Gaussian (sigma 1.5 px, on the torus) of the distance. The
tightest cluster is the set cell with the most energy, the largest void is the clear cell with the least. Clusters are moved
into voids until nothing changes. A cell's rank is the order in which it is set as the mask's level rises: cells of the first
tenth are ranked downwards by clearing clusters, the others upwards by filling voids. Energies are whole numbers, so that the
table is the same on every machine. Takes about 20 seconds.

    python3 Scripts/void-and-cluster.py > Sources/Engine/Raster/Output/DitherMaskRanks.swift
"""
import math

SIDE = 64
COUNT = SIDE * SIDE
SIGMA = 1.5
# Pixels to each side over which the Gaussian is summed: six sigmas, where it has fallen to exp(-18).
REACH = 9
# The Gaussian by offset: (dx, dy, weight in units of 2**-40).
KERNEL = [
    (dx, dy, round(math.exp(-(dx * dx + dy * dy) / (2 * SIGMA * SIGMA)) * 2**40))
    for dy in range(-REACH, REACH + 1)
    for dx in range(-REACH, REACH + 1)
]
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Pattern:
    """Which cells are set, and the energy of every cell. Cells are numbered row by row."""

    def __init__(self):
        self.on = [False] * COUNT
        self.energy = [0] * COUNT

    def set(self, cell, value):
        self.on[cell] = value
        sign = 1 if value else -1
        x, y = cell % SIDE, cell // SIDE
        energy = self.energy
        for dx, dy, weight in KERNEL:
            energy[(y + dy) % SIDE * SIDE + (x + dx) % SIDE] += sign * weight

    def cluster(self):
        """The set cell with the most energy."""
        return max((cell for cell in range(COUNT) if self.on[cell]), key=self.energy.__getitem__)

    def void(self):
        """The clear cell with the least energy."""
        return min((cell for cell in range(COUNT) if not self.on[cell]), key=self.energy.__getitem__)

    def copy(self):
        other = Pattern()
        other.on, other.energy = self.on[:], self.energy[:]
        return other


def ranks():
    """The rank of every cell."""
    pattern = Pattern()
    # Knuth's linear congruential generator MMIX, whose upper twelve bits choose a cell.
    state = 1
    ones = 0
    while ones < COUNT // 10:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        cell = state >> 52
        if not pattern.on[cell]:
            pattern.set(cell, True)
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
        cell = thinned.cluster()
        thinned.set(cell, False)
        rank[cell] = value
    # Ulichney changes the rule when half of the cells are set: from then on the tightest cluster of clear cells is filled. The energy
    # of set cells plus that of clear cells is the same everywhere, so that cluster is the largest void, and one rule does for both.
    for value in range(ones, COUNT):
        cell = pattern.void()
        pattern.set(cell, True)
        rank[cell] = value
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
