import Lanes
import Model

extension VectorPath {
  /// A snow crystal of six arms with side branches, different for every seed.
  ///
  /// One twelfth, from an arm's middle line to the hollow beside it, is made from random numbers, then mirrored and rotated
  /// eleven times. Branches leave the arm at 60°, as ice grows. A branch that begins at the distance r from the
  /// centre is shorter than r, because it would meet the next arm's branch at the length r. All lengths are shares of the
  /// crystal's radius.
  package static func flake(seed: Int) -> VectorPath {
    // In place of a cell path the stream has "flake" in ASCII, so that its random numbers are its own, whatever else uses the
    // seed.
    let key = StreamKey(seed: UInt64(truncatingIfNeeded: seed), path: 0x666C_616B_65).key(index: 0)
    var channel: UInt32 = 0
    func random(_ range: ClosedRange<Double>) -> Double {
      channel += 1
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(key.uniform(channel: channel))
    }
    // `root`, `tip`, `branchHalfWidth`: half widths of an arm at its root and at its tip, and of the branches. `plate`: half
    // the width of the hexagon in the middle. `wantedCount`, `maximumBranchLength`: number and greatest length of an arm's
    // branches. `peak`: the share of the way from the first branch to the last at which branches are longest.
    let root = random(0.036...0.056)
    let tip = root * random(0.5...0.75)
    let branchHalfWidth = random(0.024...0.036)
    let plate = random(0.06...0.3)
    let wantedCount = Int(random(3...5.999))
    let maximumBranchLength = random(0.3...0.48)
    let peak = random(0.2...0.7)

    // `rim`: one side of the arm along +x, from the hollow halfway between two arms to the tip, as points (distance along
    // the arm, distance from its middle line). The plate in the middle is a hexagon with its corners on the arms. The
    // middles of its sides are the hollows; they lie at the distance `hollow` from the centre, where neighbouring arms have
    // parted.
    // `sixty`: the unit vector at 60°, the direction of a branch.
    let sixty = Point(0.5, 0.75.squareRoot())
    let hollow = max(plate, 2.05 * root)
    let across = (0.5 * hollow - root) / sixty.y
    var rim = [Point(sixty.y, 0.5) * hollow, Point(sixty.y * hollow + 0.5 * across, root)]
    let firstBranch = hollow + random(0.1...0.2)
    let lastBranch = random(0.76...0.88)
    // Branches closer to each other would merge in small flakes.
    let count = min(wantedCount, Int((lastBranch - firstBranch) / 0.11) + 1)
    let gap = (lastBranch - firstBranch) / Double(count - 1)
    for branch in 0..<count {
      let along = firstBranch + gap * Double(branch)
      // How far this branch is, as a share of the way from the first to the last, from where branches are longest.
      let distance = Double(branch) / Double(count - 1) - peak
      let halfWidth = min(branchHalfWidth, 0.3 * gap)
      let start = root + (tip - root) * along
      let wantedLength = maximumBranchLength * (1 - 0.9 * distance * distance) * random(0.7...1)
      // Both sides of the branch leave the arm `spread` = 2/√3 · halfWidth before and behind its middle. The branch ends in a
      // point, which does not leave the circle of radius 1: at most `room` is left for its length. The other limits keep it
      // apart from the next arm's branches, and shorten it towards the tip.
      let spread = halfWidth / sixty.y
      let outer = along + spread
      let room = ((4 - 3 * outer * outer).squareRoot() - outer) * 0.5 - 1.2 * halfWidth - start
      let length = min(wantedLength, along - start - 2 * halfWidth - 0.06, 1.1 * (1 - along) + 0.05, room)
      let side = Point(-sixty.y, sixty.x) * halfWidth
      let end = Point(along, 0) + sixty * (start + length)
      let foot = along + start * (0.5 / sixty.y)
      rim.append(Point(foot - spread, start))
      rim.append(end + side)
      rim.append(end + sixty * (halfWidth * 1.2))
      rim.append(end - side)
      rim.append(Point(foot + spread, start))
    }
    rim.append(Point(1 - tip * 1.8, tip))
    rim.append(Point(1, 0))

    // The rim of an arm leads from the hollow on one side over the tip to that on the other.
    var flake = VectorPath()
    for arm in 0..<6 {
      let (sine, cosine) = Lanes.sincosTurns(Double(arm) / 6)
      func rotated(_ p: Point) -> Point { Point(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine) }
      for (index, point) in rim.enumerated() {
        let mirrored = rotated(Point(point.x, -point.y))
        if arm == 0 && index == 0 { flake.move(to: mirrored) } else { flake.line(to: mirrored) }
      }
      // The hollow on the other side is where the next arm begins.
      for point in rim.dropLast().dropFirst().reversed() { flake.line(to: rotated(point)) }
    }
    flake.close()
    return flake
  }
}
