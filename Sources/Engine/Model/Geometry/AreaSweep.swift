// The area of polygons that may have holes, overlap and cross themselves, as triangles.
//
// A sweep from top to bottom (M. I. Shamos and D. Hoey, "Geometric intersection problems", 1976, in its simplest form). The
// heights at which an edge begins, ends or crosses another divide the plane into strips, in which the edges keep their order from
// left to right. In a strip, an edge at which the inside begins (by the winding number) and the next one at which it ends bound a
// trapezoid; trapezoids between the same two edges are joined. Cost: the pairs of edges whose ranges of x overlap, and the edges
// in each strip; both are limited.

/// A triangle of an area.
package struct ShapeTriangle: Sendable {
  package var a, b, c: SIMD2<Double>

  package var area: Double {
    let doubleArea = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    return abs(doubleArea) / 2
  }
}

/// Cuts the area of polygons into triangles; see the top of this file.
struct AreaSweep {
  typealias Point = SIMD2<Double>

  /// An edge that is not horizontal, from its upper end to its lower one.
  private struct Edge {
    var top, bottom: Point
    /// 1 where the contour runs downwards, −1 where it runs upwards.
    var winding: Int

    func x(at y: Double) -> Double {
      if y <= top.y { return top.x }
      if y >= bottom.y { return bottom.x }
      return top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y))
    }

    var minX: Double { min(top.x, bottom.x) }
    var maxX: Double { max(top.x, bottom.x) }
  }

  /// The area between two edges, given by their indices, and two heights.
  private struct Trapezoid {
    var left, right: Int
    var top, bottom: Double
  }

  /// The most crossings of edges.
  private static let maximumCrossings = 65_536
  /// The most edges in all strips together.
  private static let maximumVisits = 8_388_608

  private let edges: [Edge]
  private let fillRule: VectorPath.FillRule

  /// Triangles of the area inside of closed polygons; nil if `maximumCrossings` or `maximumVisits` is exceeded.
  static func triangles(of polygons: [[Point]], _ fillRule: VectorPath.FillRule) -> [ShapeTriangle]? {
    AreaSweep(polygons, fillRule).triangles
  }

  private init(_ polygons: [[Point]], _ fillRule: VectorPath.FillRule) {
    self.fillRule = fillRule
    var edges: [Edge] = []
    for polygon in polygons {
      guard var from = polygon.last else { continue }
      for to in polygon {
        if from.y < to.y { edges.append(Edge(top: from, bottom: to, winding: 1)) }
        if from.y > to.y { edges.append(Edge(top: to, bottom: from, winding: -1)) }
        from = to
      }
    }
    self.edges = edges
  }

  private var triangles: [ShapeTriangle]? {
    guard let heights, let trapezoids = trapezoids(between: heights) else { return nil }
    var triangles: [ShapeTriangle] = []
    for trapezoid in trapezoids {
      func corner(_ edge: Int, _ y: Double) -> Point { Point(edges[edge].x(at: y), y) }
      let (topLeft, bottomLeft) = (corner(trapezoid.left, trapezoid.top), corner(trapezoid.left, trapezoid.bottom))
      let (topRight, bottomRight) = (corner(trapezoid.right, trapezoid.top), corner(trapezoid.right, trapezoid.bottom))
      for triangle in [
        ShapeTriangle(a: topLeft, b: topRight, c: bottomRight),
        ShapeTriangle(a: topLeft, b: bottomRight, c: bottomLeft),
      ] where triangle.area > 0 { triangles.append(triangle) }
    }
    return triangles
  }

  /// All heights (y) at which edges begin, end or cross, ascending; nil if there are too many crossings.
  private var heights: [Double]? {
    guard let lowest = edges.map(\.bottom.y).max(), let highest = edges.map(\.top.y).min() else { return [] }
    // A crossing at most this far above or below an edge's end is the end itself, apart from rounding.
    let slack = (lowest - highest) * 1e-12
    var heights = edges.flatMap { [$0.top.y, $0.bottom.y] }
    let endCount = heights.count
    let byLeft = edges.indices.sorted { (edges[$0].minX, $0) < (edges[$1].minX, $1) }
    for (position, index) in byLeft.enumerated() {
      let edge = edges[index]
      for other in byLeft[(position + 1)...] {
        guard edges[other].minX <= edge.maxX else { break }
        let (top, bottom) = (max(edge.top.y, edges[other].top.y), min(edge.bottom.y, edges[other].bottom.y))
        guard top < bottom else { continue }
        // How far one edge lies to the right of the other at the upper and the lower end of their common heights.
        let atTop = edge.x(at: top) - edges[other].x(at: top)
        let atBottom = edge.x(at: bottom) - edges[other].x(at: bottom)
        guard (atTop < 0 && atBottom > 0) || (atTop > 0 && atBottom < 0) else { continue }
        let y = top + (bottom - top) * (atTop / (atTop - atBottom))
        if y > top + slack, y < bottom - slack { heights.append(y) }
        guard heights.count - endCount <= Self.maximumCrossings else { return nil }
      }
    }
    heights.sort()
    var distinct: [Double] = []
    for height in heights where distinct.last != height { distinct.append(height) }
    return distinct
  }

  /// The filled trapezoids of all strips; nil if there are more edges in them than are allowed.
  private func trapezoids(between heights: [Double]) -> [Trapezoid]? {
    let byTop = edges.indices.sorted { (edges[$0].top.y, $0) < (edges[$1].top.y, $1) }
    var next = 0
    var visits = 0
    /// Edges between the current two heights, from left to right.
    var active: [Int] = []
    var trapezoids: [Trapezoid] = []
    /// For each edge, the index of the last trapezoid to its right; −1 for none.
    var lastTrapezoidRightOf = [Int](repeating: -1, count: edges.count)
    for (top, bottom) in zip(heights, heights.dropFirst()) {
      active.removeAll { edges[$0].bottom.y <= top }
      while next < byTop.count, edges[byTop[next]].top.y <= top {
        active.append(byTop[next])
        next += 1
      }
      visits += active.count
      guard visits <= Self.maximumVisits else { return nil }
      let middle = top + (bottom - top) / 2
      let byX = active.map { (x: edges[$0].x(at: middle), index: $0) }.sorted { ($0.x, $0.index) < ($1.x, $1.index) }
      active = byX.map(\.index)
      var winding = 0
      var left = -1
      for edge in active {
        let wasInside = fillRule.fills(winding)
        winding += edges[edge].winding
        let isInside = fillRule.fills(winding)
        if isInside, !wasInside { left = edge }
        guard wasInside, !isInside else { continue }
        let last = lastTrapezoidRightOf[left]
        if last >= 0, trapezoids[last].right == edge, trapezoids[last].bottom == top {
          trapezoids[last].bottom = bottom
        } else {
          lastTrapezoidRightOf[left] = trapezoids.count
          trapezoids.append(Trapezoid(left: left, right: edge, top: top, bottom: bottom))
        }
      }
    }
    return trapezoids
  }
}
