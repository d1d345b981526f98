import Model

/// How far painted outlines reach, in points: a box, nothing, or everything. A fill without an outline reaches everywhere.
struct PaintExtent {
  private var low: SIMD2<Double>
  private var high: SIMD2<Double>

  static let nothing = PaintExtent(
    low: SIMD2(repeating: .infinity), high: SIMD2(repeating: -.infinity))
  private static let everything = PaintExtent(
    low: SIMD2(repeating: -.infinity), high: SIMD2(repeating: .infinity))

  private init(low: SIMD2<Double>, high: SIMD2<Double>) { (self.low, self.high) = (low, high) }

  /// The extent of an outline and of its curves' control points.
  init(_ path: VectorPath) {
    self = .nothing
    for point in path.elements.flatMap(\.points) {
      let point = SIMD2(point.x, point.y)
      self = union(PaintExtent(low: point, high: point))
    }
  }

  /// The extent of all that some nodes paint over one another.
  init(_ nodes: [GlyphPainting.Node]) {
    self = .nothing
    for node in nodes {
      switch node {
      case .fill(_, let outline): self = union(outline.map(PaintExtent.init) ?? .everything)
      case .composite(let source, .sourceIn, onto: let backdrop),
        .composite(let source, .backdropIn, onto: let backdrop):
        self = union(PaintExtent(source).intersection(PaintExtent(backdrop)))
      case .composite(let source, _, onto: let backdrop): self = union(PaintExtent(source).union(PaintExtent(backdrop)))
      }
    }
  }

  func union(_ other: PaintExtent) -> PaintExtent {
    PaintExtent(
      low: SIMD2(min(low.x, other.low.x), min(low.y, other.low.y)),
      high: SIMD2(max(high.x, other.high.x), max(high.y, other.high.y)))
  }

  private func intersection(_ other: PaintExtent) -> PaintExtent {
    PaintExtent(
      low: SIMD2(max(low.x, other.low.x), max(low.y, other.low.y)),
      high: SIMD2(min(high.x, other.high.x), min(high.y, other.high.y)))
  }

  /// Whether another extent lies within this one.
  func contains(_ other: PaintExtent) -> Bool {
    other.low.x >= low.x && other.low.y >= low.y && other.high.x <= high.x && other.high.y <= high.y
  }

  /// The box; nil for nothing and for everything.
  var box: PlaneRect? {
    let size = high - low
    guard size.x >= 0, size.y >= 0, size.x.isFinite, size.y.isFinite else { return nil }
    return PlaneRect(x: low.x, y: low.y, width: size.x, height: size.y)
  }
}
