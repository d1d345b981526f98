import Lanes
import Raster

/// Two figures and all shapes between them.
///
/// Contours become rings: points with their shares of the ring's length, all turned the same way round. Rings are paired by size;
/// where one figure has more, several of its rings become the nearest one of the other, and holes close. For each pair the
/// rotation is the one with the least sum of squared distances among 64 (as Noah Veltman's flubber, 2017, of rings moved onto
/// each other). A shape between them joins points of equal share: the corners of both rings, so that each end is the figure
/// itself, corners and all.
/// Cost: 64 × 64 distances a pair, once; then a few operations for each corner.
package struct MorphRings {
  package typealias Point = SIMD2<Double>

  private struct Pair {
    /// Nil: a hole that closes at the middle of the other.
    var from: Int?
    var to: Int?
    /// By how much the second ring is ahead of the first.
    var offset: Double
  }

  /// Memory for what lies between two rings.
  package struct Scratch {
    fileprivate var places: [Double] = []
    fileprivate var spare: [Double] = []

    package init() {}
  }

  private let pairs: [Pair]

  package init(from a: RingList, to b: RingList) {
    var pairs: [Pair] = []
    for isHole in [false, true] {
      let (from, to) = (a.sorted(isHole: isHole), b.sorted(isHole: isHole))
      for rank in 0..<max(from.count, to.count) {
        var own = rank < from.count ? from[rank] : nil
        var other = rank < to.count ? to[rank] : nil
        if !isHole {
          // What is left over becomes, or comes from, the nearest.
          if own == nil, let other { own = a.nearest(to: b.rings[other].middle, among: from) }
          if other == nil, let own { other = b.nearest(to: a.rings[own].middle, among: to) }
        }
        var offset = 0.0
        if let own, let other { offset = Self.rotation(from: a, a.rings[own], to: b, b.rings[other]) }
        pairs.append(Pair(from: own, to: other, offset: offset))
      }
    }
    self.pairs = pairs
  }

  /// Adds the shape at `share` of the way from one figure to the other, of which these are the rings now.
  package func add(
    _ share: Double, from a: RingList, to b: RingList, onto path: inout FlattenedPath, scratch: inout Scratch
  ) {
    for pair in pairs {
      let own = pair.from.flatMap { $0 < a.rings.count ? a.rings[$0] : nil }
      let other = pair.to.flatMap { $0 < b.rings.count ? b.rings[$0] : nil }
      switch (own, other) {
      case (let own?, let other?):
        scratch.setPlaces(a.shares[own.range], b.shares[other.range], offset: pair.offset)
        add(share, a, own, b, other, offset: pair.offset, onto: &path, scratch.places)
      case (let own?, nil):
        Self.add(own.range.count, onto: &path) { index in
          let point = a.points[own.range.lowerBound + index]
          return point + (own.middle - point) * share
        }
      case (nil, let other?):
        Self.add(other.range.count, onto: &path) { index in
          other.middle + (b.points[other.range.lowerBound + index] - other.middle) * share
        }
      case (nil, nil): break
      }
    }
  }

  private func add(
    _ share: Double, _ a: RingList, _ own: RingList.Ring, _ b: RingList, _ other: RingList.Ring, offset: Double,
    onto path: inout FlattenedPath, _ places: [Double]
  ) {
    var (first, second) = (0, 0)
    Self.add(places.count, onto: &path) { index in
      var ahead = places[index] + offset
      ahead -= ahead.rounded(.down)
      let from = a.point(of: own, at: places[index], from: &first)
      let to = b.point(of: other, at: ahead, from: &second)
      return from + (to - from) * share
    }
  }

  /// A closed line through points, which are asked for in their order.
  private static func add(_ count: Int, onto path: inout FlattenedPath, point: (Int) -> Point) {
    guard count > 2 else { return }
    path.move(to: point(0))
    for index in 1..<count { path.line(to: point(index)) }
    path.close()
  }

  private static let rotations = 64

  /// How far the second ring is ahead where the two lie best on each other.
  private static func rotation(
    from a: RingList, _ first: RingList.Ring, to b: RingList, _ second: RingList.Ring
  ) -> Double {
    func samples(_ list: RingList, _ ring: RingList.Ring) -> [Point] {
      var index = 0
      return (0..<rotations).map {
        list.point(of: ring, at: Double($0) / Double(rotations), from: &index) - ring.middle
      }
    }
    let (own, other) = (samples(a, first), samples(b, second))
    var (best, least) = (0, Double.infinity)
    for rotation in 0..<rotations {
      var sum = 0.0
      for index in 0..<rotations {
        let way = own[index] - other[(index + rotation) & (rotations - 1)]
        sum += (way * way).sum()
      }
      // Of equal ones the first, whatever rounding says.
      if sum < least * (1 - 1e-9) { (best, least) = (rotation, sum) }
    }
    return Double(best) / Double(rotations)
  }
}

extension MorphRings.Scratch {
  /// Finds the places along the first ring that have corners: its own, and those of the second, each once.
  fileprivate mutating func setPlaces(_ own: ArraySlice<Double>, _ other: ArraySlice<Double>, offset: Double) {
    places.removeAll(keepingCapacity: true)
    for share in own { places.append(share) }
    for share in other {
      let back = share - offset
      places.append(back - back.rounded(.down))
    }
    places.sortStably(spare: &spare) { $0 < $1 }
    var (count, last) = (0, -1.0)
    for index in places.indices where places[index] - last > 1e-9 && places[index] < 1 {
      last = places[index]
      places[count] = last
      count += 1
    }
    places.removeLast(places.count - count)
  }
}
