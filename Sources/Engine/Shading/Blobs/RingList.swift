import Raster

/// The contours of a path as closed rings of points, oriented so that the largest ring encloses a positive area.
package struct RingList {
  package typealias Point = SIMD2<Double>

  /// A closed contour: its last point is joined to the first.
  struct Ring {
    /// The indices of the ring's points in `points`, and of their arc lengths in `arcLengths`.
    var range: Range<Int>
    /// The area in square points: positive for outlines, negative for holes.
    var area: Double
    /// The centroid of the ring's perimeter.
    var center: Point
  }

  /// The points of all rings, ring after ring.
  private(set) var points: [Point] = []
  /// The arc-length parameter of each point: the fraction, 0 ..< 1, of its ring's length at which it lies. Rises from 0 in each ring.
  private(set) var arcLengths: [Double] = []
  private(set) var rings: [Ring] = []

  package init() {}

  /// Replaces the rings by the contours of a path.
  package mutating func set(_ path: FlattenedPath) {
    points.removeAll(keepingCapacity: true)
    arcLengths.removeAll(keepingCapacity: true)
    rings.removeAll(keepingCapacity: true)
    for contour in path.contours where contour.chords.count > 1 {
      let first = points.count
      for index in contour.chords { points.append(path.chords[index].from) }
      if !contour.isClosed { points.append(path.chords[contour.chords.upperBound - 1].to) }
      for _ in first..<points.count { arcLengths.append(0) }
      rings.append(measuredRing(first..<points.count))
    }
    // If the largest area is negative, reverse all rings. Each ring still begins at the same point.
    guard var largest = rings.first else { return }
    for ring in rings where abs(largest.area) < abs(ring.area) { largest = ring }
    if largest.area >= 0 { return }
    for index in rings.indices {
      let range = rings[index].range
      points[range.lowerBound + 1..<range.upperBound].reverse()
      rings[index] = measuredRing(range)
    }
  }

  /// Sets the arc lengths of a ring's points, and measures its area and its centre.
  private mutating func measuredRing(_ range: Range<Int>) -> Ring {
    var (length, area) = (0.0, 0.0)
    var center = Point(0, 0)
    for index in range {
      let point = points[index]
      arcLengths[index] = length
      let next = points[index + 1 < range.upperBound ? index + 1 : range.lowerBound]
      let step = ((next - point) * (next - point)).sum().squareRoot()
      length += step
      center += (point + next) * (0.5 * step)
      area += (point.x * next.y - next.x * point.y) / 2
    }
    guard length > 0 else { return Ring(range: range, area: 0, center: points[range.lowerBound]) }
    for index in range { arcLengths[index] /= length }
    return Ring(range: range, area: area, center: center / length)
  }

  /// The point of a ring at an arc-length parameter. `index` counts from the ring's first point: the search begins there, and on return it
  /// is the index of the last corner at or before the found point.
  func point(of ring: Ring, atArcLength arcLength: Double, from index: inout Int) -> Point {
    let (first, count) = (ring.range.lowerBound, ring.range.count)
    if arcLength < arcLengths[first + index] { index = 0 }
    while index + 1 < count && arcLengths[first + index + 1] <= arcLength { index += 1 }
    let start = arcLengths[first + index]
    let end = index + 1 < count ? arcLengths[first + index + 1] : 1
    let span = end - start
    let fraction = span > 0 ? (arcLength - start) / span : 0
    let (from, to) = (points[first + index], points[first + (index + 1 < count ? index + 1 : 0)])
    return from + (to - from) * fraction
  }

  /// The indices of all holes, or of all other rings if `isHole` is false, the largest first. Rings of equal area keep their order.
  func sorted(isHole: Bool) -> [Int] {
    rings.indices.filter { (rings[$0].area < 0) == isHole }
      .sorted { (abs(rings[$1].area), $0) < (abs(rings[$0].area), $1) }
  }

  /// The index of the ring whose centre is nearest to a point, chosen from `indices`; nil if `indices` is empty.
  func nearest(to point: Point, among indices: [Int]) -> Int? {
    indices.min { first, second in
      func distance(_ index: Int) -> Double {
        let offset = rings[index].center - point
        return (offset * offset).sum()
      }
      return (distance(first), first) < (distance(second), second)
    }
  }
}
