extension Emitter {
  /// The outline of a shape as a path. That of the shape `path` is in points; that of a heart, star or regular polygon is in the
  /// square −1...1, which is scaled to the emitter's size. Nil for all other shapes.
  package var outlinePath: VectorPath? {
    switch shape {
    case .path(let path): path
    case .heart: .heart
    case .star(let points, let ratio): .star(points: min(max(points, 2), Limits.figureCorners), ratio: ratio)
    case .regularPolygon(let sides): .regularPolygon(sides: min(max(sides, 3), Limits.figureCorners))
    case .point, .line, .rectangle, .circle, .ellipse, .ring, .polygon, .picture, .cuboid, .sphere: nil
    }
  }

  /// The picture that particles are born on; nil for other shapes.
  package var shapePicture: ShapePicture? { if case .picture(let picture) = shape { picture } else { nil } }

  /// Whether particles of a root cell are born on a picture, or come together on one.
  package func hasPicture(for cell: Cell) -> Bool {
    shapePicture != nil || cell.gather?.next.contains { reshaped(as: $0).shapePicture != nil } ?? false
  }

  /// Why nothing can be born on a path or picture, as a sentence for messages; nil if births are possible.
  package var outlineProblem: String? {
    if let picture = shapePicture {
      let needsInside = mode == .points || mode == .outline
      if !picture.samples.contains(where: { $0.w > 0 }) {
        return "this picture is transparent everywhere, so no particle can be born on it"
      }
      let isFaintEverywhere = !(0..<picture.rows).contains { row in
        (0..<picture.columns).contains { picture.isInside(column: $0, row: row) }
      }
      return needsInside && isFaintEverywhere
        ? "this picture's alpha is nowhere ½ or more, where its \(mode == .points ? "points lie" : "outline lies"): mode \"volume\" has particles born by its alpha"
        : nil
    }
    guard case .path(let path) = shape else { return nil }
    let outline = ShapeOutline(path)
    if outline.isTooDetailed {
      return
        "this path has too many curves for an emitter: drawn with straight lines it needs more than \(Limits.outlineChords) of them"
    }
    if outline.length == 0 { return "this path has no length, so no particle can be born on it" }
    guard mode == .surface || mode == .volume else { return nil }
    guard let triangles = outline.triangles else {
      return "this path crosses itself too often to be filled with particles: mode \"outline\" only needs its lines"
    }
    // An area of at most 10⁻⁹ × the outline's squared length comes from rounding errors alone.
    let isEmpty = triangles.reduce(0) { $0 + $1.area } <= 1e-9 * outline.length * outline.length
    return isEmpty
      ? "this path encloses no area that particles could fill: mode \"outline\" has them born on its lines" : nil
  }
}
