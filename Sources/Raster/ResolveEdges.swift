// From polygons that may cross, touch and overlap to edges around what is inside of them: with these every pixel's covered
// area is a plain sum, without a fill rule.
//
// The plane is cut into slabs at every corner and crossing. Inside a slab edges have an order from left to right, and the
// winding number between neighbours tells where the inside begins and ends. An edge that goes on bounding it through
// several slabs stays one edge; whatever is then missing along a slab's border is horizontal, and is found as the running
// sum of the ends that lie on it, so that the result is closed to the last bit however its crossings were rounded.
//
// Cost: O(n²) comparisons of boxes at worst for n edges, and slabs × the edges of a slab. Outlines that cross themselves
// very often are left as they are.

/// Crossings above which nothing is resolved.
private let mostCrossings = 16_384

/// Edges around the inside of `polygons`, each entering it as `OutlineEdge` says; nil where they cross too often.
package func resolvedEdges(_ polygons: [[SIMD2<Double>]], isEvenOdd: Bool) -> [OutlineEdge]? {
  resolvedEdges(OutlineEdge.edges(of: polygons), isEvenOdd: isEvenOdd)
}

/// Edges around the inside of the polygons that `unresolved` are the edges of.
package func resolvedEdges(_ unresolved: [OutlineEdge], isEvenOdd: Bool) -> [OutlineEdge]? {
  guard var edges = splitAtCrossings(unresolved.compactMap(RisingEdge.init)) else { return nil }
  edges.sort { ($0.top.y, $0.top.x, $0.bottom.x) < ($1.top.y, $1.top.x, $1.bottom.x) }
  let borders = borders(of: edges)

  var pieces: [Piece] = []
  // What each edge has been since which border.
  var starts = [Double](repeating: 0, count: edges.count)
  var signs = [Int](repeating: 0, count: edges.count)
  func end(_ edge: Int, at y: Double) {
    if signs[edge] != 0 { pieces.append(Piece(edges[edge], from: starts[edge], to: y, sign: signs[edge])) }
    signs[edge] = 0
  }
  var active: [Int] = []
  var places: [(x: Double, edge: Int)] = []
  var next = 0
  for (index, y) in borders.enumerated() {
    active.removeAll { edge in
      guard edges[edge].bottom.y <= y else { return false }
      end(edge, at: y)
      return true
    }
    while next < edges.count && edges[next].top.y <= y {
      active.append(next)
      next += 1
    }
    guard index + 1 < borders.count, !active.isEmpty else { continue }
    let middle = (y + borders[index + 1]) * 0.5
    places.removeAll(keepingCapacity: true)
    for edge in active { places.append((edges[edge].x(at: middle), edge)) }
    places.sort { ($0.x, $0.edge) < ($1.x, $1.edge) }
    for (index, place) in places.enumerated() { active[index] = place.edge }
    var winding = 0
    for edge in active {
      let wasInside = isEvenOdd ? winding & 1 != 0 : winding != 0
      winding += edges[edge].winding
      let isInside = isEvenOdd ? winding & 1 != 0 : winding != 0
      let sign = wasInside == isInside ? 0 : isInside ? 1 : -1
      if sign != signs[edge] {
        end(edge, at: y)
        starts[edge] = y
        signs[edge] = sign
      }
    }
  }
  return pieces.map(\.edge) + horizontals(between: pieces)
}

/// An edge from its upper to its lower end.
private struct RisingEdge {
  var top: SIMD2<Double>
  var bottom: SIMD2<Double>
  /// 1 where the edge went down.
  var winding: Int

  /// Nil for a horizontal edge.
  init?(_ edge: OutlineEdge) {
    if edge.from.y == edge.to.y { return nil }
    let goesDown = edge.from.y < edge.to.y
    (top, bottom) = goesDown ? (edge.from, edge.to) : (edge.to, edge.from)
    winding = goesDown ? 1 : -1
  }

  func x(at y: Double) -> Double {
    if y <= top.y { return top.x }
    if y >= bottom.y { return bottom.x }
    return top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y))
  }
}

/// A part of an edge that bounds the inside; `sign` 1 where the inside lies to its right.
private struct Piece {
  let top: SIMD2<Double>
  let bottom: SIMD2<Double>
  let sign: Int

  init(_ edge: RisingEdge, from: Double, to: Double, sign: Int) {
    top = SIMD2(edge.x(at: from), from)
    bottom = SIMD2(edge.x(at: to), to)
    self.sign = sign
  }

  var edge: OutlineEdge { sign > 0 ? OutlineEdge(from: top, to: bottom) : OutlineEdge(from: bottom, to: top) }
}

/// The horizontal edges that close pieces: on every border as much arrives at a point as leaves it.
private func horizontals(between pieces: [Piece]) -> [OutlineEdge] {
  var ends: [(point: SIMD2<Double>, arriving: Int)] = []
  ends.reserveCapacity(2 * pieces.count)
  for piece in pieces {
    ends.append((piece.top, -piece.sign))
    ends.append((piece.bottom, piece.sign))
  }
  ends.sort { ($0.point.y, $0.point.x, $0.arriving) < ($1.point.y, $1.point.x, $1.arriving) }
  var edges: [OutlineEdge] = []
  var open = 0
  for (index, end) in ends.enumerated() {
    open += end.arriving
    guard open != 0, index + 1 < ends.count, ends[index + 1].point.x != end.point.x else { continue }
    let next = ends[index + 1].point
    let edge = open > 0 ? OutlineEdge(from: end.point, to: next) : OutlineEdge(from: next, to: end.point)
    for _ in 0..<abs(open) { edges.append(edge) }
  }
  return edges
}

/// The edges, cut where they cross each other inside both; nil for too many crossings.
private func splitAtCrossings(_ unsorted: [RisingEdge]) -> [RisingEdge]? {
  let edges = unsorted.sorted { $0.top.y < $1.top.y }
  var cuts: [(edge: Int, point: SIMD2<Double>)] = []
  var count = 0
  for (index, edge) in edges.enumerated() {
    let (low, high) = (min(edge.top.x, edge.bottom.x), max(edge.top.x, edge.bottom.x))
    for other in index + 1..<max(edges.count, index + 1) {
      if edges[other].top.y >= edge.bottom.y { break }
      let (a, b) = (edges[other].top, edges[other].bottom)
      if min(a.x, b.x) > high || max(a.x, b.x) < low { continue }
      guard let point = crossing(edge, edges[other]) else { continue }
      count += 1
      guard count <= mostCrossings else { return nil }
      cuts.append((index, point))
      cuts.append((other, point))
    }
  }
  if count == 0 { return edges }
  cuts.sort { ($0.edge, $0.point.y) < ($1.edge, $1.point.y) }
  var parts: [RisingEdge] = []
  parts.reserveCapacity(edges.count + cuts.count)
  var next = 0
  for (index, edge) in edges.enumerated() {
    var rest = edge
    while next < cuts.count && cuts[next].edge == index {
      let cut = cuts[next].point
      next += 1
      if !(cut.y > rest.top.y && cut.y < rest.bottom.y) { continue }
      var part = rest
      part.bottom = cut
      rest.top = cut
      parts.append(part)
    }
    parts.append(rest)
  }
  return parts
}

private func crossing(_ first: RisingEdge, _ second: RisingEdge) -> SIMD2<Double>? {
  // Edges that meet at an end cross nowhere else.
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

/// Where edges begin and end, from above, each place once.
private func borders(of edges: [RisingEdge]) -> [Double] {
  var values: [Double] = []
  values.reserveCapacity(2 * edges.count)
  for edge in edges {
    values.append(edge.top.y)
    values.append(edge.bottom.y)
  }
  values.sort()
  var count = 0
  for index in values.indices where count == 0 || values[count - 1] != values[index] {
    values[count] = values[index]
    count += 1
  }
  values.removeLast(values.count - count)
  return values
}
