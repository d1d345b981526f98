import Colorimetry
import Model

// What outlines are filled with, and how paints are transformed.

extension PaintReader {
  /// The fill of a paint of the formats 2 to 9; nil where OpenType asks for nothing to be drawn.
  func fill(
    at position: Int, _ format: Int, _ map: Projection
  ) throws(TypographyError) -> GlyphPainting.Fill? {
    let bytes = table.bytes
    if format <= 3 { return .color(try color(at: position + 1)) }
    func number(_ offset: Int) throws(TypographyError) -> Double {
      Double(try unwrapped(bytes.signed16(position + offset)))
    }
    func point(_ offset: Int) throws(TypographyError) -> PlanePoint {
      try PlanePoint(number(offset), number(offset + 2))
    }
    let stopsPosition = position + (try unwrapped(bytes.unsigned24(position + 1)))
    switch format {
    case 4, 5:
      let (start, end, side) = try (point(4), point(8), point(12))
      guard let end = Self.end(ofLineFrom: start, to: end, side) else { return nil }
      return try gradient(.linear(from: start, to: end), stopsPosition, format, map)
    case 6, 7:
      let (start, end) = try (point(4), point(10))
      let radii = try (unwrapped(bytes.unsigned16(position + 8)), unwrapped(bytes.unsigned16(position + 14)))
      return try gradient(
        .radial(from: start, radius: Double(radii.0), to: end, endRadius: Double(radii.1)), stopsPosition, format, map)
    default:
      // A stored angle is the angle ÷ 180°, minus 1.
      let angles = try (unwrapped(bytes.fixed14(position + 8)), unwrapped(bytes.fixed14(position + 10)))
      let sweep = try gradient(
        .sweep(center: point(4), from: (angles.0 + 1) * 180, to: (angles.1 + 1) * 180), stopsPosition, format, map)
      // Between equal angles nothing can be repeated.
      if angles.0 == angles.1, case .gradient(let gradient) = sweep, gradient.spread != .pad { return nil }
      return sweep
    }
  }

  /// The end of the line from `start` along which a linear gradient's colour changes; nil if there is no such line.
  ///
  /// In the font the colour changes from `start` towards `end`, and stays the same in the direction from `start` to `side`. The
  /// result is `end`, moved along that direction, forwards or backwards, onto the line through `start` perpendicular to it.
  private static func end(ofLineFrom start: PlanePoint, to end: PlanePoint, _ side: PlanePoint) -> PlanePoint? {
    let along = (x: end.x - start.x, y: end.y - start.y)
    let normal = (x: side.y - start.y, y: start.x - side.x)
    let dot = along.x * normal.x + along.y * normal.y
    guard dot != 0 else { return nil }
    let factor = dot / (normal.x * normal.x + normal.y * normal.y)
    return PlanePoint(start.x + normal.x * factor, start.y + normal.y * factor)
  }

  /// A gradient whose stops begin at a position in the table; a single colour if there is only one stop. Nil if nothing is drawn:
  /// if there are no stops, if the map has no inverse, or if stops that all have the same location are to be repeated.
  private func gradient(
    _ shape: GlyphPainting.Shape, _ position: Int, _ format: Int, _ map: Projection
  ) throws(TypographyError) -> GlyphPainting.Fill? {
    let bytes = table.bytes
    let spreads: [Gradient.Spread] = [.pad, .repeat, .mirror]
    let extend = try unwrapped(bytes.byte(position))
    let count = try unwrapped(bytes.unsigned16(position + 1))
    // Paints of odd formats have variations, which make their stops longer.
    let stopBytes = format % 2 == 0 ? 6 : 10
    var stops: [GlyphPainting.Stop] = []
    for index in 0..<count {
      let stop = position + 3 + stopBytes * index
      stops.append(GlyphPainting.Stop(try unwrapped(bytes.fixed14(stop)), try color(at: stop + 2)))
    }
    // Stops at the same location keep their order.
    let order = stops.indices.sorted { (stops[$0].location, $0) < (stops[$1].location, $1) }
    stops = order.map { stops[$0] }
    guard let first = stops.first, let last = stops.last else { return nil }
    if stops.count == 1 { return .color(first.color) }
    let spread = spreads.indices.contains(extend) ? spreads[extend] : .pad
    let determinant = map.xx * map.yy - map.xy * map.yx
    guard determinant.magnitude > 1e-18, spread == .pad || first.location < last.location else { return nil }
    return .gradient(GlyphPainting.Gradient(shape, stops: stops, spread: spread, map: map))
  }

  /// The colour at a position: its index in the palette, followed by an alpha.
  private func color(at position: Int) throws(TypographyError) -> GlyphPainting.Color {
    let index = try unwrapped(table.bytes.unsigned16(position))
    let alpha = min(max(try unwrapped(table.bytes.fixed14(position + 2)), 0), 1)
    guard case .ofFont(var color) = font.color(index) else { return .ofText(alpha: alpha) }
    color.alpha *= alpha
    return .ofFont(color)
  }

  // MARK: Transforms

  /// The mapping of a paint of the formats 12 to 31.
  func transform(at position: Int, _ format: Int) throws(TypographyError) -> Projection {
    let bytes = table.bytes
    if format <= 13 {
      let matrix = position + (try unwrapped(bytes.unsigned24(position + 4)))
      func number(_ index: Int) throws(TypographyError) -> Double { try unwrapped(bytes.fixed16(matrix + 4 * index)) }
      return try Projection(number(0), number(2), number(4), number(1), number(3), number(5))
    }
    func length(_ index: Int) throws(TypographyError) -> Double {
      Double(try unwrapped(bytes.signed16(position + 4 + 2 * index)))
    }
    func number(_ index: Int) throws(TypographyError) -> Double {
      try unwrapped(bytes.fixed14(position + 4 + 2 * index))
    }
    // 14 translates, 16 scales, 20 scales x and y alike, 24 rotates, 28 skews. An odd format is the even one before it with
    // variations. 16, 20, 24 and 28 have a second form, two higher, in which a centre follows the other numbers.
    let (map, numberCount, hasCenter): (Projection, Int, Bool)
    switch format & ~1 {
    case 14: return try Projection(1, 0, length(0), 0, 1, length(1))
    case 16, 18: (map, numberCount, hasCenter) = try (Projection(number(0), 0, 0, 0, number(1), 0), 2, format >= 18)
    case 20, 22: (map, numberCount, hasCenter) = try (Projection(number(0), 0, 0, 0, number(0), 0), 1, format >= 22)
    case 24, 26:
      let (sine, cosine) = Angles.sineAndCosine(degrees: try number(0) * 180)
      (map, numberCount, hasCenter) = (Projection(cosine, -sine, 0, sine, cosine, 0), 1, format >= 26)
    default:
      let (x, y) = try (Self.tangent(halfTurns: number(0)), Self.tangent(halfTurns: number(1)))
      (map, numberCount, hasCenter) = (Projection(1, -x, 0, y, 1, 0), 2, format >= 30)
    }
    guard hasCenter else { return map }
    let (x, y) = try (length(numberCount), length(numberCount + 1))
    return Projection(1, 0, -x, 0, 1, -y).then(map).then(Projection(1, 0, x, 0, 1, y))
  }

  /// The tangent of an angle. For a right angle it is ±10⁹: more than a mapping's coefficient may be, unless the text is small.
  private static func tangent(halfTurns: Double) -> Double {
    let (sine, cosine) = Angles.sineAndCosine(degrees: halfTurns * 180)
    return sine / (cosine.magnitude > 1e-9 ? cosine : 1e-9)
  }
}
