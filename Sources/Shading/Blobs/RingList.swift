import Raster

/// The contours of a path as rings, all turned the same way round as a whole, in lists that keep their memory.
package struct RingList {
  package typealias Point = SIMD2<Double>

  struct Ring {
    /// Its points in the list, and so their shares.
    var range: Range<Int>
    var area: Double
    var middle: Point
  }

  private(set) var points: [Point] = []
  /// Where each point lies along its ring, 0 ..< 1, rising from 0.
  private(set) var shares: [Double] = []
  private(set) var rings: [Ring] = []

  package init() {}

  /// Takes the contours of a path; the largest ring then encloses a positive area.
  package mutating func set(_ path: FlattenedPath) {
    points.removeAll(keepingCapacity: true)
    shares.removeAll(keepingCapacity: true)
    rings.removeAll(keepingCapacity: true)
    for contour in path.contours where contour.chords.count > 1 {
      let first = points.count
      for index in contour.chords { points.append(path.chords[index].from) }
      if !contour.isClosed { points.append(path.chords[contour.chords.upperBound - 1].to) }
      for _ in first..<points.count { shares.append(0) }
      rings.append(measured(first..<points.count))
    }
    guard var largest = rings.first else { return }
    for ring in rings where abs(largest.area) < abs(ring.area) { largest = ring }
    if largest.area >= 0 { return }
    for index in rings.indices {
      let range = rings[index].range
      points[range.lowerBound + 1..<range.upperBound].reverse()
      rings[index] = measured(range)
    }
  }

  /// Sets the shares of a ring's points and measures it.
  private mutating func measured(_ range: Range<Int>) -> Ring {
    var (length, area) = (0.0, 0.0)
    var middle = Point(0, 0)
    for index in range {
      let point = points[index]
      shares[index] = length
      let next = points[index + 1 < range.upperBound ? index + 1 : range.lowerBound]
      let step = ((next - point) * (next - point)).sum().squareRoot()
      length += step
      middle += (point + next) * (0.5 * step)
      area += (point.x * next.y - next.x * point.y) / 2
    }
    guard length > 0 else { return Ring(range: range, area: 0, middle: points[range.lowerBound]) }
    for index in range { shares[index] /= length }
    return Ring(range: range, area: area, middle: middle / length)
  }

  /// The point of a ring at a share of its length; `index` is that of the point before it, counted in the ring, found from where it
  /// was.
  func point(of ring: Ring, at share: Double, from index: inout Int) -> Point {
    let (first, count) = (ring.range.lowerBound, ring.range.count)
    if share < shares[first + index] { index = 0 }
    while index + 1 < count && shares[first + index + 1] <= share { index += 1 }
    let start = shares[first + index]
    let end = index + 1 < count ? shares[first + index + 1] : 1
    let span = end - start
    let part = span > 0 ? (share - start) / span : 0
    let (from, to) = (points[first + index], points[first + (index + 1 < count ? index + 1 : 0)])
    return from + (to - from) * part
  }

  /// Numbers of the rings of a kind, the largest first.
  func sorted(isHole: Bool) -> [Int] {
    rings.indices.filter { (rings[$0].area < 0) == isHole }
      .sorted { (abs(rings[$1].area), $0) < (abs(rings[$0].area), $1) }
  }

  /// That of some rings whose middle is nearest to a place.
  func nearest(to place: Point, among numbers: [Int]) -> Int? {
    numbers.min { first, second in
      func distance(_ number: Int) -> Double {
        let way = rings[number].middle - place
        return (way * way).sum()
      }
      return (distance(first), first) < (distance(second), second)
    }
  }
}
