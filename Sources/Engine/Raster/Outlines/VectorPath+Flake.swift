import Lanes
import Model

extension VectorPath {
  /// A snow crystal of six arms with side branches, different for every seed.
  ///
  /// One twelfth, from an arm's middle line to the hollow between two arms, is made from random numbers. The other eleven are its mirrored and
  /// rotated copies. Branches leave the arm at 60°, as in ice crystals. A branch that begins at the distance r from the centre is
  /// shorter than r, because at the length r it would meet a branch of the next arm. All lengths are shares of the crystal's
  /// radius.
  package static func flake(seed: Int) -> VectorPath {
    // In place of a cell path the random numbers depend on "flake" in ASCII, so that no cell with the same seed has the same
    // numbers.
    let key = StreamKey(seed: UInt64(truncatingIfNeeded: seed), path: 0x666C_616B_65).key(index: 0)
    var channel: UInt32 = 0
    func random(_ range: ClosedRange<Double>) -> Double {
      channel += 1
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(key.uniform(channel: channel))
    }
    // An arm's root is at the centre.
    let rootHalfWidth = random(0.036...0.056)
    let tipHalfWidth = rootHalfWidth * random(0.5...0.75)
    let branchHalfWidth = random(0.024...0.036)
    // Distance of the sides of the hexagonal plate in the middle from the centre.
    let plateHalfWidth = random(0.06...0.3)
    // Number of branches on each side of an arm, and the greatest length of a branch.
    let wantedCount = Int(random(3...5.999))
    let maximumBranchLength = random(0.3...0.48)
    // Where branches are longest, as a share of the way from the first branch to the last.
    let peak = random(0.2...0.7)

    // The unit vector at 60°.
    let branchDirection = Point(0.5, 0.75.squareRoot())
    // The plate is a hexagon with its corners on the arms. The middles of its sides are the hollows between arms. `hollow` is the
    // distance of the hollows from the centre, where neighbouring arms no longer touch: they touch up to 2 · `rootHalfWidth`.
    let hollow = max(plateHalfWidth, 2.05 * rootHalfWidth)
    // Length of a side of the plate from the hollow to the edge of the arm.
    let hollowToArm = (0.5 * hollow - rootHalfWidth) / branchDirection.y
    // One side of the arm along +x, from the hollow halfway between two arms to the tip, as points (distance along the arm,
    // distance from its middle line).
    var rim = [
      Point(branchDirection.y, 0.5) * hollow, Point(branchDirection.y * hollow + 0.5 * hollowToArm, rootHalfWidth),
    ]
    let firstBranch = hollow + random(0.1...0.2)
    let lastBranch = random(0.76...0.88)
    // Branches closer to each other would merge in small flakes.
    let count = min(wantedCount, Int((lastBranch - firstBranch) / 0.11) + 1)
    let gap = (lastBranch - firstBranch) / Double(count - 1)
    for branch in 0..<count {
      let along = firstBranch + gap * Double(branch)
      // Distance of the branch from the peak, as a share of the way from the first branch to the last.
      let peakDistance = Double(branch) / Double(count - 1) - peak
      let halfWidth = min(branchHalfWidth, 0.3 * gap)
      let armHalfWidth = rootHalfWidth + (tipHalfWidth - rootHalfWidth) * along
      let wantedLength = maximumBranchLength * (1 - 0.9 * peakDistance * peakDistance) * random(0.7...1)
      // Along the arm, the two sides of the branch begin `spread` = 2/√3 · halfWidth before and after the branch's middle line. The branch
      // ends in a point, which must not leave the circle of radius 1. From (outer, 0) the circle is s = (√(4 − 3·outer²) − outer)/2 away at
      // 60°; `room` is the length that remains for the branch. The other limits keep it apart from the next arm's branches, and make
      // branches near the arm's tip shorter.
      let spread = halfWidth / branchDirection.y
      let outer = along + spread
      let room = ((4 - 3 * outer * outer).squareRoot() - outer) * 0.5 - 1.2 * halfWidth - armHalfWidth
      let length = min(wantedLength, along - armHalfWidth - 2 * halfWidth - 0.06, 1.1 * (1 - along) + 0.05, room)
      let side = Point(-branchDirection.y, branchDirection.x) * halfWidth
      let end = Point(along, 0) + branchDirection * (armHalfWidth + length)
      let foot = along + armHalfWidth * (0.5 / branchDirection.y)
      rim.append(Point(foot - spread, armHalfWidth))
      rim.append(end + side)
      rim.append(end + branchDirection * (halfWidth * 1.2))
      rim.append(end - side)
      rim.append(Point(foot + spread, armHalfWidth))
    }
    rim.append(Point(1 - tipHalfWidth * 1.8, tipHalfWidth))
    rim.append(Point(1, 0))

    // Each arm's outline leads from the hollow on one side over the tip to the hollow on the other side.
    var flake = VectorPath()
    for arm in 0..<6 {
      let (sine, cosine) = Lanes.sincosTurns(Double(arm) / 6)
      func rotated(_ p: Point) -> Point { Point(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine) }
      for (index, point) in rim.enumerated() {
        let mirrored = rotated(Point(point.x, -point.y))
        if arm == 0 && index == 0 { flake.move(to: mirrored) } else { flake.line(to: mirrored) }
      }
      // The hollow on the other side is left out: it is the first point of the next arm.
      for point in rim.dropLast().dropFirst().reversed() { flake.line(to: rotated(point)) }
    }
    flake.close()
    return flake
  }
}
