import Lanes
import Raster

/// The correspondence between the contours of two figures, which determines all shapes of a morph between them.
///
/// Contours become rings (`RingList`): closed, oriented alike in both figures, and with points that are addressed by their arc-length
/// parameter, the fraction 0 ..< 1 of the ring's length at which they lie. Rings are paired by size. Where one figure has more outlines,
/// each surplus outline is paired with the nearest outline of the other figure; surplus holes close at their centres. Each pair of
/// rings is compared in 64 rotations, and the one with the least sum of squared distances is used (as in Noah Veltman's flubber, 2017).
/// A shape in between has a corner wherever either ring has a corner, and interpolates between corresponding points of the rings; so
/// the shape is exactly the first figure at progress 0 and exactly the second at progress 1.
/// Cost: 64 × 64 distances for each pair, once; then a few operations for each corner.
package struct RingCorrespondence {
  package typealias Point = SIMD2<Double>

  private struct Pair {
    /// The indices of the rings in the two lists; nil in place of the partner of a ring that closes at its centre: a surplus hole, or
    /// an outline if the other list is empty.
    var from: Int?
    var to: Int?
    /// The arc length of a point of the second ring minus the arc length of the corresponding point of the first ring, modulo 1.
    var offset: Double
  }

  /// Memory for the arc lengths of two rings' corners, and for sorting them.
  package struct Scratch {
    fileprivate var arcLengths: [Double] = []
    fileprivate var spare: [Double] = []

    package init() {}
  }

  private let pairs: [Pair]

  package init(from sourceList: RingList, to targetList: RingList) {
    var pairs: [Pair] = []
    for isHole in [false, true] {
      let (sources, targets) = (sourceList.sorted(isHole: isHole), targetList.sorted(isHole: isHole))
      for rank in 0..<max(sources.count, targets.count) {
        var source = rank < sources.count ? sources[rank] : nil
        var target = rank < targets.count ? targets[rank] : nil
        if !isHole {
          // An outline without a partner is paired with the nearest outline.
          if source == nil, let target {
            source = sourceList.nearest(to: targetList.rings[target].center, among: sources)
          }
          if target == nil, let source {
            target = targetList.nearest(to: sourceList.rings[source].center, among: targets)
          }
        }
        var offset = 0.0
        if let source, let target {
          offset = Self.bestOffset(from: sourceList, sourceList.rings[source], to: targetList, targetList.rings[target])
        }
        pairs.append(Pair(from: source, to: target, offset: offset))
      }
    }
    self.pairs = pairs
  }

  /// Adds the shape between the figures at a progress of 0 (the first figure) to 1 (the second). `sourceList` and `targetList` are the
  /// figures' rings at the current time, which may differ from the rings that the correspondence was made from.
  package func add(
    _ progress: Double, from sourceList: RingList, to targetList: RingList, onto path: inout FlattenedPath,
    scratch: inout Scratch
  ) {
    for pair in pairs {
      let source = pair.from.flatMap { $0 < sourceList.rings.count ? sourceList.rings[$0] : nil }
      let target = pair.to.flatMap { $0 < targetList.rings.count ? targetList.rings[$0] : nil }
      switch (source, target) {
      case (let source?, let target?):
        scratch.setCorners(
          sourceList.arcLengths[source.range], targetList.arcLengths[target.range], offset: pair.offset)
        add(progress, sourceList, source, targetList, target, offset: pair.offset, onto: &path, scratch.arcLengths)
      case (let source?, nil):
        Self.add(source.range.count, onto: &path) { index in
          let point = sourceList.points[source.range.lowerBound + index]
          return point + (source.center - point) * progress
        }
      case (nil, let target?):
        Self.add(target.range.count, onto: &path) { index in
          target.center + (targetList.points[target.range.lowerBound + index] - target.center) * progress
        }
      case (nil, nil): break
      }
    }
  }

  /// Adds the shape between two rings; `corners` are the arc lengths of the first ring at which the shape has corners.
  private func add(
    _ progress: Double, _ sourceList: RingList, _ source: RingList.Ring, _ targetList: RingList,
    _ target: RingList.Ring, offset: Double, onto path: inout FlattenedPath, _ corners: [Double]
  ) {
    // The index of the last corner found in each ring. Arc lengths rise, so each search goes on from the corner found before.
    var (sourceIndex, targetIndex) = (0, 0)
    Self.add(corners.count, onto: &path) { index in
      var targetArcLength = corners[index] + offset
      targetArcLength -= targetArcLength.rounded(.down)
      let from = sourceList.point(of: source, atArcLength: corners[index], from: &sourceIndex)
      let to = targetList.point(of: target, atArcLength: targetArcLength, from: &targetIndex)
      return from + (to - from) * progress
    }
  }

  /// Adds a closed polygon of `count` points; `point` is called with 0, 1, … count − 1 in this order.
  private static func add(_ count: Int, onto path: inout FlattenedPath, point: (Int) -> Point) {
    guard count > 2 else { return }
    path.move(to: point(0))
    for index in 1..<count { path.line(to: point(index)) }
    path.close()
  }

  /// The number of rotations that are compared, and of points on each ring that are compared in a rotation. A power of two, so that
  /// a mask wraps indices.
  private static let rotationCount = 64

  /// Returns the `Pair.offset` of two rings in the rotation that fits best.
  private static func bestOffset(
    from sourceList: RingList, _ sourceRing: RingList.Ring, to targetList: RingList, _ targetRing: RingList.Ring
  ) -> Double {
    /// `rotationCount` points at equal distances along a ring, relative to the ring's centre.
    func samples(_ list: RingList, _ ring: RingList.Ring) -> [Point] {
      var index = 0
      return (0..<rotationCount).map {
        list.point(of: ring, atArcLength: Double($0) / Double(rotationCount), from: &index) - ring.center
      }
    }
    let (source, target) = (samples(sourceList, sourceRing), samples(targetList, targetRing))
    var (bestRotation, leastSum) = (0, Double.infinity)
    for rotation in 0..<rotationCount {
      var sum = 0.0
      for index in 0..<rotationCount {
        let difference = source[index] - target[(index + rotation) & (rotationCount - 1)]
        sum += (difference * difference).sum()
      }
      // Where sums are equal up to rounding, the first rotation wins.
      if sum < leastSum * (1 - 1e-9) { (bestRotation, leastSum) = (rotation, sum) }
    }
    return Double(bestRotation) / Double(rotationCount)
  }
}

extension RingCorrespondence.Scratch {
  /// Sets `arcLengths` to the corners of both rings, each corner once, as rising arc lengths of the first ring. `source` and `target` are
  /// the arc lengths of each ring's corners, `offset` is `Pair.offset`.
  fileprivate mutating func setCorners(_ source: ArraySlice<Double>, _ target: ArraySlice<Double>, offset: Double) {
    arcLengths.removeAll(keepingCapacity: true)
    for arcLength in source { arcLengths.append(arcLength) }
    for arcLength in target {
      let unwrapped = arcLength - offset
      arcLengths.append(unwrapped - unwrapped.rounded(.down))
    }
    arcLengths.sortStably(spare: &spare) { $0 < $1 }
    var (count, last) = (0, -1.0)
    for index in arcLengths.indices where arcLengths[index] - last > 1e-9 && arcLengths[index] < 1 {
      last = arcLengths[index]
      arcLengths[count] = last
      count += 1
    }
    arcLengths.removeLast(arcLengths.count - count)
  }
}
