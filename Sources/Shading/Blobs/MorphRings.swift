import Lanes
import Raster

/// The correspondence between the contours of two figures, from which all shapes between them follow.
///
/// Contours become rings of equal orientation, whose points are known by their shares of the ring's length. Rings are paired by
/// size. Where one figure has more, several of its rings become the nearest one of the other, and holes close. For each pair, of
/// 64 rotations the one with the least sum of squared distances is taken (as in Noah Veltman's flubber, 2017). A shape between
/// them interpolates points of equal share at the corners of both rings, so that both ends are the figures themselves.
/// Cost: 64 × 64 distances for each pair, once; then a few operations for each corner.
package struct MorphRings {
  package typealias Point = SIMD2<Double>

  private struct Pair {
    /// The indices of the rings. Nil: the other is a hole that closes at its centre.
    var from: Int?
    var to: Int?
    /// By what share the second ring is ahead of the first.
    var offset: Double
  }

  /// Memory for the corners of two rings.
  package struct Scratch {
    fileprivate var shares: [Double] = []
    fileprivate var spare: [Double] = []

    package init() {}
  }

  private let pairs: [Pair]

  package init(from a: RingList, to b: RingList) {
    var pairs: [Pair] = []
    for isHole in [false, true] {
      let (from, to) = (a.sorted(isHole: isHole), b.sorted(isHole: isHole))
      for rank in 0..<max(from.count, to.count) {
        var source = rank < from.count ? from[rank] : nil
        var target = rank < to.count ? to[rank] : nil
        if !isHole {
          // Rings without a partner take the nearest.
          if source == nil, let target { source = a.nearest(to: b.rings[target].center, among: from) }
          if target == nil, let source { target = b.nearest(to: a.rings[source].center, among: to) }
        }
        var offset = 0.0
        if let source, let target { offset = Self.rotation(from: a, a.rings[source], to: b, b.rings[target]) }
        pairs.append(Pair(from: source, to: target, offset: offset))
      }
    }
    self.pairs = pairs
  }

  /// Adds the shape at a share of the way between the figures, whose rings now are `a` and `b`.
  package func add(
    _ share: Double, from a: RingList, to b: RingList, onto path: inout FlattenedPath, scratch: inout Scratch
  ) {
    for pair in pairs {
      let source = pair.from.flatMap { $0 < a.rings.count ? a.rings[$0] : nil }
      let target = pair.to.flatMap { $0 < b.rings.count ? b.rings[$0] : nil }
      switch (source, target) {
      case (let source?, let target?):
        scratch.setCorners(a.shares[source.range], b.shares[target.range], offset: pair.offset)
        add(share, a, source, b, target, offset: pair.offset, onto: &path, scratch.shares)
      case (let source?, nil):
        Self.add(source.range.count, onto: &path) { index in
          let point = a.points[source.range.lowerBound + index]
          return point + (source.center - point) * share
        }
      case (nil, let target?):
        Self.add(target.range.count, onto: &path) { index in
          target.center + (b.points[target.range.lowerBound + index] - target.center) * share
        }
      case (nil, nil): break
      }
    }
  }

  private func add(
    _ share: Double, _ a: RingList, _ source: RingList.Ring, _ b: RingList, _ target: RingList.Ring,
    offset: Double, onto path: inout FlattenedPath, _ corners: [Double]
  ) {
    var (first, second) = (0, 0)
    Self.add(corners.count, onto: &path) { index in
      var ahead = corners[index] + offset
      ahead -= ahead.rounded(.down)
      let from = a.point(of: source, at: corners[index], from: &first)
      let to = b.point(of: target, at: ahead, from: &second)
      return from + (to - from) * share
    }
  }

  /// Adds a closed polygon, whose points are asked for in order.
  private static func add(_ count: Int, onto path: inout FlattenedPath, point: (Int) -> Point) {
    guard count > 2 else { return }
    path.move(to: point(0))
    for index in 1..<count { path.line(to: point(index)) }
    path.close()
  }

  private static let rotationCount = 64

  /// By what share the second ring is ahead in the rotation that fits the first ring best.
  private static func rotation(
    from a: RingList, _ first: RingList.Ring, to b: RingList, _ second: RingList.Ring
  ) -> Double {
    func samples(_ list: RingList, _ ring: RingList.Ring) -> [Point] {
      var index = 0
      return (0..<rotationCount).map {
        list.point(of: ring, at: Double($0) / Double(rotationCount), from: &index) - ring.center
      }
    }
    let (source, target) = (samples(a, first), samples(b, second))
    var (best, least) = (0, Double.infinity)
    for rotation in 0..<rotationCount {
      var sum = 0.0
      for index in 0..<rotationCount {
        let offset = source[index] - target[(index + rotation) & (rotationCount - 1)]
        sum += (offset * offset).sum()
      }
      // Among equal sums the first one, whatever the rounding.
      if sum < least * (1 - 1e-9) { (best, least) = (rotation, sum) }
    }
    return Double(best) / Double(rotationCount)
  }
}

extension MorphRings.Scratch {
  /// Lists the shares of the first ring at which it or the second one has a corner, each once.
  fileprivate mutating func setCorners(_ source: ArraySlice<Double>, _ target: ArraySlice<Double>, offset: Double) {
    shares.removeAll(keepingCapacity: true)
    for share in source { shares.append(share) }
    for share in target {
      let unwrapped = share - offset
      shares.append(unwrapped - unwrapped.rounded(.down))
    }
    shares.sortStably(spare: &spare) { $0 < $1 }
    var (count, last) = (0, -1.0)
    for index in shares.indices where shares[index] - last > 1e-9 && shares[index] < 1 {
      last = shares[index]
      shares[count] = last
      count += 1
    }
    shares.removeLast(shares.count - count)
  }
}
