import Lanes
import Model

// Turns polygons that may cross, touch and overlap into the edges of their inside. A pixel's covered area is then a
// plain sum over edges, without a fill rule.
//
// The plane is cut into horizontal slabs at every corner and crossing. Within a slab, edges have an order from left to right, and
// the winding numbers between neighbouring edges tell where the inside begins and ends. An edge that bounds the inside through
// several slabs stays one edge. The resulting outline still lacks its horizontal edges, which lie on the borders of slabs.
// Horizontal edges are found by a running sum over the ends of other edges along a border. So the outline is closed exactly,
// however its crossings were rounded.
//
// Cost: at worst O(n²) comparisons of boxes for n edges, and a sort of the edges of each slab. Outlines that cross
// themselves very often (`maximumCrossings`) are not resolved.
//
// In this file, a border is the y of a line between two slabs, and the boundary is the set of edges around the inside.

/// Returns the edges around the inside of `polygons`, with the directions that `OutlineEdge` requires; nil if the polygons cross too often.
package func resolvedEdges(_ polygons: [[SIMD2<Double>]], _ fillRule: VectorPath.FillRule) -> [OutlineEdge]? {
  var resolver = EdgeResolver()
  return resolver.resolve(OutlineEdge.edges(of: polygons), fillRule) ? resolver.resolved : nil
}

/// Resolves outlines. One resolver serves many outlines and reuses its memory.
struct EdgeResolver {
  /// The result of `resolve`.
  private(set) var resolved: [OutlineEdge] = []

  /// The edges that are not horizontal, before they are cut at crossings.
  private var unsplit: [DownwardEdge] = []
  /// The points at which edges of `unsplit` are cut: two elements for each crossing, one for each of its edges.
  private var crossings: [Crossing] = []
  /// The edges that are not horizontal, after they are cut at crossings.
  private var edges: [DownwardEdge] = []
  /// The y of all slab borders, ascending.
  private var borders: [Double] = []
  /// For each of `edges`: whether the edge bounds the inside in the current slab, from which border on, and on which side the
  /// inside lies.
  private let states = AlignedBuffer<BoundaryState>(count: 0)
  /// The edges of a slab, from left to right.
  private let active = AlignedBuffer<ActiveEdge>(count: 0)
  /// The edges of the boundary, without horizontal ones.
  private var boundary: [BoundaryEdge] = []
  /// The ends of the edges of `boundary`.
  private var ends: [BoundaryEnd] = []
  // Memory for sorting the arrays above.
  private var spareEdges: [DownwardEdge] = []
  private var spareCrossings: [Crossing] = []
  private var spareBorders: [Double] = []
  private let spareActive = AlignedBuffer<ActiveEdge>(count: 0)
  private var spareEnds: [BoundaryEnd] = []

  /// Number of crossings above which a set of polygons is not resolved.
  private static let maximumCrossings = 16_384

  /// A point at which an edge is cut.
  private struct Crossing: BitwiseCopyable {
    /// Index in `unsplit`.
    var edge: Int
    var point: SIMD2<Double>
  }

  /// Whether an edge bounds the inside in the current slab.
  private struct BoundaryState: BitwiseCopyable {
    /// The border below which the edge has bounded the inside without interruption.
    var start = 0.0
    /// 1 if the inside lies to the right of the edge, −1 if to the left, and 0 if the edge does not bound the inside.
    var sign = 0
  }

  /// An edge that crosses the current slab, and its x at half the slab's height.
  private struct ActiveEdge: BitwiseCopyable {
    var x: Double
    /// Index in `edges`.
    var edge: Int
  }

  /// An end of a boundary edge. `arriving` is 1 if the directed edge arrives there, −1 if it leaves from there.
  private struct BoundaryEnd: BitwiseCopyable {
    var point: SIMD2<Double>
    var arriving: Int
  }

  /// Sets `resolved` to the edges around the inside of the polygons whose edges are `unresolved`.
  ///
  /// - Returns: false if edges cross too often; `resolved` is then empty.
  mutating func resolve(_ unresolved: [OutlineEdge], _ fillRule: VectorPath.FillRule) -> Bool {
    resolved.removeAll(keepingCapacity: true)
    guard splitAtCrossings(unresolved) else { return false }
    edges.sortStably(spare: &spareEdges) {
      ($0.top.y, $0.top.x, $0.bottom.x) < ($1.top.y, $1.top.x, $1.bottom.x)
    }
    findBorders()
    findBoundary(isEvenOdd: fillRule == .evenOdd)
    for edge in boundary { resolved.append(edge.directed) }
    addHorizontals()
    return true
  }

  /// Finds the edges that bound the inside, slab by slab.
  private mutating func findBoundary(isEvenOdd: Bool) {
    boundary.removeAll(keepingCapacity: true)
    states.resize(to: edges.count)
    states.fill(with: BoundaryState())
    active.resize(to: edges.count)
    spareActive.resize(to: edges.count)
    // The closures must not access `self`, so they append to a local variable.
    var boundaryEdges: [BoundaryEdge] = []
    swap(&boundaryEdges, &boundary)
    edges.withUnsafeBufferPointer { edges in
      borders.withUnsafeBufferPointer { borders in
        EdgeResolver.findBoundary(
          of: edges, borders, states.base, active.base, spareActive.base, isEvenOdd: isEvenOdd, &boundaryEdges)
      }
    }
    swap(&boundaryEdges, &boundary)
  }

  /// Finds the boundary's edges, slab by slab, and appends them to `boundary`. `states` has an element for each edge; `active` and `spare`
  /// are memory with room for all edges.
  private static func findBoundary(
    of edges: UnsafeBufferPointer<DownwardEdge>, _ borders: UnsafeBufferPointer<Double>,
    _ states: UnsafeMutablePointer<BoundaryState>, _ active: UnsafeMutablePointer<ActiveEdge>,
    _ spare: UnsafeMutablePointer<ActiveEdge>, isEvenOdd: Bool, _ boundary: inout [BoundaryEdge]
  ) {
    /// If an edge has bounded the inside up to `y`, appends that section of the edge.
    func end(_ edge: Int, at y: Double) {
      let state = states[edge]
      if state.sign != 0 { boundary.append(BoundaryEdge(edges[edge], from: state.start, to: y, sign: state.sign)) }
      states[edge].sign = 0
    }
    // The number of active edges, and the index of the first edge that has not yet been active.
    var (count, next) = (0, 0)
    for index in borders.indices {
      let y = borders[index]
      var keptCount = 0
      for slot in 0..<count {
        let candidate = active[slot]
        if edges[candidate.edge].bottom.y <= y {
          end(candidate.edge, at: y)
        } else {
          active[keptCount] = candidate
          keptCount &+= 1
        }
      }
      count = keptCount
      while next < edges.count && edges[next].top.y <= y {
        active[count] = ActiveEdge(x: 0, edge: next)
        count &+= 1
        next &+= 1
      }
      guard index &+ 1 < borders.count, count > 0 else { continue }
      let middle = (y + borders[index &+ 1]) * 0.5
      for slot in 0..<count { active[slot].x = edges[active[slot].edge].x(at: middle) }
      mergeSort(active, count: count, spare: spare) {
        $0.x < $1.x || ($0.x == $1.x && $0.edge < $1.edge)
      }
      var winding = 0
      for slot in 0..<count {
        let edge = active[slot].edge
        let wasInside = isEvenOdd ? winding & 1 != 0 : winding != 0
        winding &+= edges[edge].winding
        let isInside = isEvenOdd ? winding & 1 != 0 : winding != 0
        var sign = 0
        if wasInside != isInside { sign = isInside ? 1 : -1 }
        if sign != states[edge].sign {
          end(edge, at: y)
          states[edge] = BoundaryState(start: y, sign: sign)
        }
      }
    }
  }

  /// Adds the horizontal edges that close the boundary, so that as many edges arrive at every point as leave it.
  private mutating func addHorizontals() {
    ends.removeAll(keepingCapacity: true)
    for edge in boundary {
      ends.append(BoundaryEnd(point: edge.top, arriving: -edge.sign))
      ends.append(BoundaryEnd(point: edge.bottom, arriving: edge.sign))
    }
    ends.sortStably(spare: &spareEnds) {
      ($0.point.y, $0.point.x, $0.arriving) < ($1.point.y, $1.point.x, $1.arriving)
    }
    // Counted along a border, in ascending x: the edges that arrive at the points up to the current end, minus the edges that depart
    // there. As many horizontal edges must lead from this end's point to the next point, or, if the number is negative, back from the
    // next point to this one.
    var surplus = 0
    for index in ends.indices {
      let end = ends[index]
      surplus += end.arriving
      guard surplus != 0, index + 1 < ends.count, ends[index + 1].point.x != end.point.x else { continue }
      let next = ends[index + 1].point
      let edge = surplus > 0 ? OutlineEdge(from: end.point, to: next) : OutlineEdge(from: next, to: end.point)
      for _ in 0..<abs(surplus) { resolved.append(edge) }
    }
  }

  /// Fills `edges` with the edges that are not horizontal, cut where two of them cross.
  ///
  /// - Returns: false if there are too many crossings.
  private mutating func splitAtCrossings(_ unresolved: [OutlineEdge]) -> Bool {
    unsplit.removeAll(keepingCapacity: true)
    crossings.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    for edge in unresolved { if let downward = DownwardEdge(edge) { unsplit.append(downward) } }
    unsplit.sortStably(spare: &spareEdges) { $0.top.y < $1.top.y }
    for index in unsplit.indices {
      let edge = unsplit[index]
      let (low, high) = (min(edge.top.x, edge.bottom.x), max(edge.top.x, edge.bottom.x))
      for other in index + 1..<unsplit.count {
        if unsplit[other].top.y >= edge.bottom.y { break }
        let (a, b) = (unsplit[other].top, unsplit[other].bottom)
        if min(a.x, b.x) > high || max(a.x, b.x) < low { continue }
        guard let point = crossing(edge, unsplit[other]) else { continue }
        guard crossings.count < 2 * Self.maximumCrossings else { return false }
        crossings.append(Crossing(edge: index, point: point))
        crossings.append(Crossing(edge: other, point: point))
      }
    }
    crossings.sortStably(spare: &spareCrossings) { ($0.edge, $0.point.y) < ($1.edge, $1.point.y) }
    var next = 0
    for index in unsplit.indices {
      var lower = unsplit[index]
      while next < crossings.count && crossings[next].edge == index {
        let cut = crossings[next].point
        next += 1
        if !(cut.y > lower.top.y && cut.y < lower.bottom.y) { continue }
        var upper = lower
        upper.bottom = cut
        lower.top = cut
        edges.append(upper)
      }
      edges.append(lower)
    }
    return true
  }

  /// Fills `borders` with every y at which an edge begins or ends, in ascending order and without duplicates.
  private mutating func findBorders() {
    borders.removeAll(keepingCapacity: true)
    for edge in edges {
      borders.append(edge.top.y)
      borders.append(edge.bottom.y)
    }
    borders.sortStably(spare: &spareBorders) { $0 < $1 }
    // The number of different borders so far.
    var uniqueCount = 0
    for index in borders.indices where uniqueCount == 0 || borders[uniqueCount - 1] != borders[index] {
      borders[uniqueCount] = borders[index]
      uniqueCount += 1
    }
    borders.removeLast(borders.count - uniqueCount)
  }
}

/// An edge from its upper to its lower end.
private struct DownwardEdge {
  var top: SIMD2<Double>
  var bottom: SIMD2<Double>
  /// 1 if the original edge goes down, −1 if it goes up.
  var winding: Int

  /// Returns nil for a horizontal edge, which bounds nothing along a row.
  init?(_ edge: OutlineEdge) {
    if edge.from.y == edge.to.y { return nil }
    let goesDown = edge.from.y < edge.to.y
    (top, bottom) = goesDown ? (edge.from, edge.to) : (edge.to, edge.from)
    winding = goesDown ? 1 : -1
  }

  /// Returns the edge's x at `y`; above or below the edge, the x of its nearer end.
  func x(at y: Double) -> Double {
    if y <= top.y { return top.x }
    if y >= bottom.y { return bottom.x }
    return top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y))
  }
}

/// A section of an edge that bounds the inside. `sign` is 1 if the inside lies to the right of the section, −1 if to the left.
private struct BoundaryEdge {
  let top: SIMD2<Double>
  let bottom: SIMD2<Double>
  let sign: Int

  init(_ edge: DownwardEdge, from: Double, to: Double, sign: Int) {
    top = SIMD2(edge.x(at: from), from)
    bottom = SIMD2(edge.x(at: to), to)
    self.sign = sign
  }

  /// The section with the direction that `OutlineEdge` requires.
  var directed: OutlineEdge { sign > 0 ? OutlineEdge(from: top, to: bottom) : OutlineEdge(from: bottom, to: top) }
}

/// Returns the point where two edges cross or one ends on the other. Returns nil if there is no such point, and for parallel edges.
private func crossing(_ first: DownwardEdge, _ second: DownwardEdge) -> SIMD2<Double>? {
  // Edges with a common end do not cross.
  if first.top == second.top || first.top == second.bottom || first.bottom == second.top { return nil }
  if first.bottom == second.bottom { return nil }
  let (u, v) = (first.bottom - first.top, second.bottom - second.top)
  let determinant = u.x * v.y - u.y * v.x
  if determinant == 0 { return nil }
  let offset = second.top - first.top
  let s = (offset.x * v.y - offset.y * v.x) / determinant
  let t = (offset.x * u.y - offset.y * u.x) / determinant
  guard s >= 0, s <= 1, t >= 0, t <= 1 else { return nil }
  return first.top + u * s
}
