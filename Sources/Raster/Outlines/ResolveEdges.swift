import Lanes
import Model

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

/// Edges around the inside of `polygons`, each entering it as `OutlineEdge` says; nil where they cross too often.
package func resolvedEdges(_ polygons: [[SIMD2<Double>]], _ rule: VectorPath.FillRule) -> [OutlineEdge]? {
  var resolver = EdgeResolver()
  return resolver.resolve(OutlineEdge.edges(of: polygons), rule) ? resolver.resolved : nil
}

/// Finds edges around the inside and keeps its memory from one outline to the next.
struct EdgeResolver {
  /// What `resolve` has found.
  private(set) var resolved: [OutlineEdge] = []

  private var unsplit: [DownwardEdge] = []
  private var cuts: [Cut] = []
  private var edges: [DownwardEdge] = []
  private var borders: [Double] = []
  private let tracks = AlignedBuffer<Track>(count: 0)
  /// The edges of a slab, from left to right.
  private let active = AlignedBuffer<Place>(count: 0)
  private var pieces: [Piece] = []
  private var ends: [End] = []
  private var spareEdges: [DownwardEdge] = []
  private var spareCuts: [Cut] = []
  private var spareBorders: [Double] = []
  private let spareActive = AlignedBuffer<Place>(count: 0)
  private var spareEnds: [End] = []

  /// Crossings above which nothing is resolved.
  private static let mostCrossings = 16_384

  private struct Cut: BitwiseCopyable {
    var edge: Int
    var point: SIMD2<Double>
  }

  /// What an edge has been (as a piece's sign, or 0) since which border.
  private struct Track: BitwiseCopyable {
    var start = 0.0
    var sign = 0
  }

  private struct Place: BitwiseCopyable {
    var x: Double
    var edge: Int
  }

  private struct End: BitwiseCopyable {
    var point: SIMD2<Double>
    var arriving: Int
  }

  /// Finds the edges around the inside of the polygons that `unresolved` are the edges of; false, and nothing, where they cross too
  /// often.
  mutating func resolve(_ unresolved: [OutlineEdge], _ rule: VectorPath.FillRule) -> Bool {
    resolved.removeAll(keepingCapacity: true)
    guard splitAtCrossings(unresolved) else { return false }
    edges.sortStably(spare: &spareEdges) {
      ($0.top.y, $0.top.x, $0.bottom.x) < ($1.top.y, $1.top.x, $1.bottom.x)
    }
    findBorders()
    findPieces(isEvenOdd: rule == .evenOdd)
    for piece in pieces { resolved.append(piece.edge) }
    addHorizontals()
    return true
  }

  /// Goes from slab to slab.
  private mutating func findPieces(isEvenOdd: Bool) {
    pieces.removeAll(keepingCapacity: true)
    tracks.reserve(edges.count)
    tracks.fill(with: Track())
    active.reserve(edges.count)
    spareActive.reserve(edges.count)
    var found: [Piece] = []
    swap(&found, &pieces)
    edges.withUnsafeBufferPointer { edges in
      borders.withUnsafeBufferPointer { borders in
        EdgeResolver.findPieces(
          of: edges, borders, tracks.base, active.base, spareActive.base, isEvenOdd: isEvenOdd, &found)
      }
    }
    swap(&found, &pieces)
  }

  private static func findPieces(
    of edges: UnsafeBufferPointer<DownwardEdge>, _ borders: UnsafeBufferPointer<Double>,
    _ tracks: UnsafeMutablePointer<Track>, _ active: UnsafeMutablePointer<Place>,
    _ spare: UnsafeMutablePointer<Place>, isEvenOdd: Bool, _ pieces: inout [Piece]
  ) {
    func end(_ edge: Int, at y: Double) {
      let track = tracks[edge]
      if track.sign != 0 { pieces.append(Piece(edges[edge], from: track.start, to: y, sign: track.sign)) }
      tracks[edge].sign = 0
    }
    var (count, next) = (0, 0)
    for index in borders.indices {
      let y = borders[index]
      var kept = 0
      for slot in 0..<count {
        let place = active[slot]
        if edges[place.edge].bottom.y <= y {
          end(place.edge, at: y)
        } else {
          active[kept] = place
          kept &+= 1
        }
      }
      count = kept
      while next < edges.count && edges[next].top.y <= y {
        active[count] = Place(x: 0, edge: next)
        count &+= 1
        next &+= 1
      }
      guard index &+ 1 < borders.count, count > 0 else { continue }
      let middle = (y + borders[index &+ 1]) * 0.5
      for slot in 0..<count { active[slot].x = edges[active[slot].edge].x(at: middle) }
      sortStably(active, count: count, spare: spare) {
        $0.x < $1.x || ($0.x == $1.x && $0.edge < $1.edge)
      }
      var winding = 0
      for slot in 0..<count {
        let edge = active[slot].edge
        let wasInside = isEvenOdd ? winding & 1 != 0 : winding != 0
        winding &+= edges[edge].winding
        let isInside = isEvenOdd ? winding & 1 != 0 : winding != 0
        let sign = wasInside == isInside ? 0 : isInside ? 1 : -1
        if sign != tracks[edge].sign {
          end(edge, at: y)
          tracks[edge] = Track(start: y, sign: sign)
        }
      }
    }
  }

  /// Adds the horizontal edges that close pieces: on every border as much arrives at a point as leaves it.
  private mutating func addHorizontals() {
    ends.removeAll(keepingCapacity: true)
    for piece in pieces {
      ends.append(End(point: piece.top, arriving: -piece.sign))
      ends.append(End(point: piece.bottom, arriving: piece.sign))
    }
    ends.sortStably(spare: &spareEnds) {
      ($0.point.y, $0.point.x, $0.arriving) < ($1.point.y, $1.point.x, $1.arriving)
    }
    var open = 0
    for index in ends.indices {
      let end = ends[index]
      open += end.arriving
      guard open != 0, index + 1 < ends.count, ends[index + 1].point.x != end.point.x else { continue }
      let next = ends[index + 1].point
      let edge = open > 0 ? OutlineEdge(from: end.point, to: next) : OutlineEdge(from: next, to: end.point)
      for _ in 0..<abs(open) { resolved.append(edge) }
    }
  }

  /// Finds the edges, cut where they cross each other inside both; false for too many crossings.
  private mutating func splitAtCrossings(_ unresolved: [OutlineEdge]) -> Bool {
    unsplit.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    for edge in unresolved { if let rising = DownwardEdge(edge) { unsplit.append(rising) } }
    unsplit.sortStably(spare: &spareEdges) { $0.top.y < $1.top.y }
    for index in unsplit.indices {
      let edge = unsplit[index]
      let (low, high) = (min(edge.top.x, edge.bottom.x), max(edge.top.x, edge.bottom.x))
      for other in index + 1..<max(unsplit.count, index + 1) {
        if unsplit[other].top.y >= edge.bottom.y { break }
        let (a, b) = (unsplit[other].top, unsplit[other].bottom)
        if min(a.x, b.x) > high || max(a.x, b.x) < low { continue }
        guard let point = crossing(edge, unsplit[other]) else { continue }
        guard cuts.count < 2 * Self.mostCrossings else { return false }
        cuts.append(Cut(edge: index, point: point))
        cuts.append(Cut(edge: other, point: point))
      }
    }
    cuts.sortStably(spare: &spareCuts) { ($0.edge, $0.point.y) < ($1.edge, $1.point.y) }
    var next = 0
    for index in unsplit.indices {
      var rest = unsplit[index]
      while next < cuts.count && cuts[next].edge == index {
        let cut = cuts[next].point
        next += 1
        if !(cut.y > rest.top.y && cut.y < rest.bottom.y) { continue }
        var part = rest
        part.bottom = cut
        rest.top = cut
        edges.append(part)
      }
      edges.append(rest)
    }
    return true
  }

  /// Finds where edges begin and end, from above, each place once.
  private mutating func findBorders() {
    borders.removeAll(keepingCapacity: true)
    for edge in edges {
      borders.append(edge.top.y)
      borders.append(edge.bottom.y)
    }
    borders.sortStably(spare: &spareBorders) { $0 < $1 }
    var count = 0
    for index in borders.indices where count == 0 || borders[count - 1] != borders[index] {
      borders[count] = borders[index]
      count += 1
    }
    borders.removeLast(borders.count - count)
  }
}

/// An edge from its upper to its lower end.
private struct DownwardEdge {
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

  init(_ edge: DownwardEdge, from: Double, to: Double, sign: Int) {
    top = SIMD2(edge.x(at: from), from)
    bottom = SIMD2(edge.x(at: to), to)
    self.sign = sign
  }

  var edge: OutlineEdge { sign > 0 ? OutlineEdge(from: top, to: bottom) : OutlineEdge(from: bottom, to: top) }
}

private func crossing(_ first: DownwardEdge, _ second: DownwardEdge) -> SIMD2<Double>? {
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
