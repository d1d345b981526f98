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

  private struct Ring {
    var points: [Point]
    /// Where each point lies along the ring, 0 ..< 1, rising from 0.
    var shares: [Double]
    var area: Double
    var middle: Point

    /// The point at a share of the length; `index` is that of the corner before it, found from where it was.
    func point(at share: Double, from index: inout Int) -> Point {
      let count = points.count
      if share < shares[index] { index = 0 }
      while index + 1 < count && shares[index + 1] <= share { index += 1 }
      let end = index + 1 < count ? shares[index + 1] : 1
      let span = end - shares[index]
      let part = span > 0 ? (share - shares[index]) / span : 0
      let (from, to) = (points[index], points[index + 1 < count ? index + 1 : 0])
      return from + (to - from) * part
    }
  }

  private struct Pair {
    /// Nil: a hole that closes at the middle of the other.
    var from: Int?
    var to: Int?
    /// By how much the second ring is ahead of the first.
    var offset: Double
  }

  private let pairs: [Pair]

  package init(from first: FlatPath, to second: FlatPath) {
    let (a, b) = (Self.rings(of: first), Self.rings(of: second))
    var pairs: [Pair] = []
    for isHole in [false, true] {
      let from = Self.sorted(a, isHole: isHole)
      let to = Self.sorted(b, isHole: isHole)
      for rank in 0..<max(from.count, to.count) {
        var own = rank < from.count ? from[rank] : nil
        var other = rank < to.count ? to[rank] : nil
        if !isHole {
          // What is left over becomes, or comes from, the nearest.
          if own == nil, let other { own = Self.nearest(to: b[other], among: from, of: a) }
          if other == nil, let own { other = Self.nearest(to: a[own], among: to, of: b) }
        }
        var offset = 0.0
        if let own, let other { offset = Self.rotation(from: a[own], to: b[other]) }
        pairs.append(Pair(from: own, to: other, offset: offset))
      }
    }
    self.pairs = pairs
  }

  /// Adds the shape at `share` of the way from one figure to the other, of which these are the outlines now.
  package func add(_ share: Double, from first: FlatPath, to second: FlatPath, onto path: inout FlatPath) {
    let (a, b) = (Self.rings(of: first), Self.rings(of: second))
    for pair in pairs {
      let own = pair.from.flatMap { $0 < a.count ? a[$0] : nil }
      let other = pair.to.flatMap { $0 < b.count ? b[$0] : nil }
      switch (own, other) {
      case (let own?, let other?): Self.add(share, own, other, offset: pair.offset, onto: &path)
      case (let own?, nil): Self.add(own.points.map { $0 + (own.middle - $0) * share }, onto: &path)
      case (nil, let other?): Self.add(other.points.map { other.middle + ($0 - other.middle) * share }, onto: &path)
      case (nil, nil): break
      }
    }
  }

  private static func add(_ share: Double, _ a: Ring, _ b: Ring, offset: Double, onto path: inout FlatPath) {
    // Places along the first ring: its own corners, and those of the second.
    var places =
      a.shares
      + b.shares.map { place in
        let back = place - offset
        return back - back.rounded(.down)
      }
    places.sort()
    var (first, second) = (0, 0)
    var last = -1.0
    var points: [Point] = []
    points.reserveCapacity(places.count)
    for place in places where place - last > 1e-9 && place < 1 {
      last = place
      var ahead = place + offset
      ahead -= ahead.rounded(.down)
      let (from, to) = (a.point(at: place, from: &first), b.point(at: ahead, from: &second))
      points.append(from + (to - from) * share)
    }
    add(points, onto: &path)
  }

  private static func add(_ points: [Point], onto path: inout FlatPath) {
    guard let start = points.first, points.count > 2 else { return }
    path.move(to: start)
    for point in points.dropFirst() { path.line(to: point) }
    path.close()
  }

  // MARK: Rings

  /// The contours as rings of which the largest encloses a positive area.
  private static func rings(of path: FlatPath) -> [Ring] {
    var rings: [Ring] = []
    for contour in path.contours where contour.pieces.count > 1 {
      var points = path.pieces[contour.pieces].map(\.from)
      if !contour.isClosed, let last = path.pieces[contour.pieces].last?.to { points.append(last) }
      rings.append(ring(points))
    }
    guard let largest = rings.max(by: { abs($0.area) < abs($1.area) }), largest.area < 0 else { return rings }
    return rings.map { ring([$0.points[0]] + $0.points.dropFirst().reversed()) }
  }

  private static func ring(_ points: [Point]) -> Ring {
    var (length, area) = (0.0, 0.0)
    var middle = Point(0, 0)
    var places: [Double] = []
    for (index, point) in points.enumerated() {
      places.append(length)
      let next = points[index + 1 < points.count ? index + 1 : 0]
      let step = ((next - point) * (next - point)).sum().squareRoot()
      length += step
      middle += (point + next) * (0.5 * step)
      area += (point.x * next.y - next.x * point.y) / 2
    }
    guard length > 0 else { return Ring(points: points, shares: places, area: 0, middle: points[0]) }
    return Ring(points: points, shares: places.map { $0 / length }, area: area, middle: middle / length)
  }

  /// Numbers of the rings of a kind, the largest first.
  private static func sorted(_ rings: [Ring], isHole: Bool) -> [Int] {
    rings.indices.filter { (rings[$0].area < 0) == isHole }
      .sorted { (abs(rings[$1].area), $0) < (abs(rings[$0].area), $1) }
  }

  private static func nearest(to ring: Ring, among numbers: [Int], of rings: [Ring]) -> Int? {
    numbers.min { first, second in
      func distance(_ number: Int) -> Double {
        let way = rings[number].middle - ring.middle
        return (way * way).sum()
      }
      return (distance(first), first) < (distance(second), second)
    }
  }

  private static let rotations = 64

  /// How far the second ring is ahead where the two lie best on each other.
  private static func rotation(from a: Ring, to b: Ring) -> Double {
    func samples(_ ring: Ring) -> [Point] {
      var index = 0
      return (0..<rotations).map { ring.point(at: Double($0) / Double(rotations), from: &index) - ring.middle }
    }
    let (own, other) = (samples(a), samples(b))
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
