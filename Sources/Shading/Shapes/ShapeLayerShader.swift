import Colorimetry
import Lanes
import Model
import Raster

/// A filled and stroked figure, from frame to frame.
///
/// Geometry is made anew only where something of it moves; then the figure is flattened in its own plane, stroked there, moved to
/// the frame and sorted into bands. Chords stay within 1/100 px of their curves.
final class ShapeLayerShader: LayerShader, @unchecked Sendable {
  private let shape: VectorShape
  private let canvas: Canvas
  private let hasRestingGeometry: Bool
  private let rests: Bool
  private var isMade = false

  private var path = FlattenedPath()
  private var part = FlattenedPath()
  private var dashes = FlattenedPath()
  private var segments: [SegmentField.Segment] = []
  private let morphs = MorphMemory()
  private var stroker = Stroker()
  private var polygons = PolygonList()
  private var map = PlaneMap(scale: 1)
  /// What paints refer to, in the figure's plane.
  private var box = PlaneRect(x: 0, y: 0, width: 0, height: 0)
  private let fill = PathPainter()
  private let stroke = PathPainter()
  private let fillCurve: ColorCurve?
  private let strokeCurve: ColorCurve?

  /// Pixels that a chord may leave its curve by.
  private static let tolerance = 0.01

  init(_ shape: VectorShape, canvas: Canvas) {
    self.shape = shape
    self.canvas = canvas
    hasRestingGeometry = shape.geometryValues.areConstant
    rests = shape.movingValues.areConstant
    fillCurve = shape.fill.flatMap { PaintShader.constantCurve(of: $0, canvas: canvas) }
    strokeCurve = shape.stroke.flatMap { PaintShader.constantCurve(of: $0.paint, canvas: canvas) }
  }

  func update(at clock: AnimationClock) {
    if !(isMade && hasRestingGeometry) { makeGeometry(at: clock) }
    if !(isMade && rests) { makePaints(at: clock) }
    isMade = true
  }

  var isEmpty: Bool { fill.isEmpty && stroke.isEmpty }
  var version: Int? { rests ? 0 : nil }
  /// A sharp fill alone is painted before it is cut.
  var isDrawnInPlace: Bool { stroke.isEmpty && fill.soft.isEmpty }
  var cost: Float { 1.5 }

  func mark(_ touched: DirtyBlocks, rect: PixelRect) -> Bool {
    fill.mark(touched, rect: rect)
    stroke.mark(touched, rect: rect)
    return true
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    shade(into: tile, blocks: blocks, scratch: scratch, keepsAlpha: true)
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, keepsAlpha: Bool) -> Bool {
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    if fill.misses(rect) && stroke.misses(rect) { return false }
    blocks.clear(width: tile.width, height: tile.height)
    fill.paint(tile, blocks: blocks, scratch: scratch, isFirst: true, keepsAlpha: keepsAlpha)
    stroke.paint(tile, blocks: blocks, scratch: scratch)
    return true
  }

  // MARK: Geometry

  private func makeGeometry(at clock: AnimationClock) {
    let width = shape.stroke?.width.value(at: clock) ?? 0
    // The map is known by the figure's middle; its stretch without.
    let turn = Self.turn(of: shape.transform, at: clock)
    let stretch = turn.stretch * canvas.pixelsPerPoint
    fill.removeAll()
    stroke.removeAll()
    guard stretch > 1e-9 else { return }
    let tolerance = Self.tolerance / stretch
    path.removeAll(tolerance: tolerance, reach: width / 2)
    path.add(shape.figure, at: clock, morphs: morphs)
    guard let bounds = path.box else { return }
    box = PlaneRect(
      x: bounds.low.x, y: bounds.low.y, width: bounds.high.x - bounds.low.x, height: bounds.high.y - bounds.low.y)
    let anchor =
      shape.transform.anchor?.point(at: clock) ?? shape.figure.center(at: clock) ?? (bounds.low + bounds.high) / 2
    let shift = shape.transform.position.point(at: clock)
    map = PlaneMap(1, 0, 0, 1, -anchor.x, -anchor.y).then(turn)
      .then(PlaneMap(1, 0, 0, 1, anchor.x + shift.x, anchor.y + shift.y)).then(PlaneMap(scale: canvas.pixelsPerPoint))
    if shape.fill != nil {
      polygons.removeAll()
      polygons.add(path)
      polygons.transform(by: map)
      let softness = shape.softness.value(at: clock) * scale
      let isPlain = shape.figure.isPlain || path.goesRoundOnce((bounds.low + bounds.high) / 2)
      if softness > 0 {
        fill.soft.set(
          &polygons, rule: shape.fillRule, isSimple: isPlain, radius: softness, height: canvas.heightPixels)
      } else {
        fill.coverage.set(polygons, rule: shape.fillRule, isSimple: isPlain, height: canvas.heightPixels)
      }
    }
    if let own = shape.stroke, width > 0 { makeStroke(own, width, tolerance, at: clock) }
  }

  /// Dashes are tied to the figure, whatever part of it is drawn.
  private func makeStroke(_ own: ShapeStroke, _ width: Double, _ tolerance: Double, at clock: AnimationClock) {
    let (start, end) = (own.start.value(at: clock), own.end.value(at: clock))
    let isWhole = end - start >= 1
    if !isWhole { part.setPart(of: path, from: start, to: end) }
    if !own.dashes.isEmpty {
      let lengths = own.dashes.map { max($0.value(at: clock), 0) }
      dashes.setDashes(of: isWhole ? path : part, lengths, phase: own.dashPhase.value(at: clock))
    }
    let shown = isWhole ? path : part
    let drawn = own.dashes.isEmpty ? shown : dashes
    var softness = own.softness.value(at: clock) * scale
    // Edges are never harder than a pixel is wide, or their light would depend on where they lie.
    if softness > 0 { softness = max(softness, PathPainter.Depth.leastSoftness) }
    if softness > 0 || own.over != .box {
      let colors: PathPainter.Depth.Colors =
        switch own.over {
        case .box: .place
        case .length, .drawn: .length
        case .width: .width
        }
      stroke.depth = PathPainter.Depth(half: Float(width * scale / 2), softness: Float(softness), colors: colors)
      setSegments(of: drawn, shown, own.over)
    } else {
      stroke.depth = nil
    }
    // A soft stroke is drawn by distance alone.
    if softness > 0 { return }
    let style = StrokeStyle(
      width: width, cap: own.cap, join: own.join, miterLimit: own.miterLimit.value(at: clock))
    polygons.removeAll()
    stroker.outline(drawn, style, tolerance: tolerance, into: &polygons)
    polygons.transform(by: map)
    stroke.coverage.set(polygons, rule: .nonzero, height: canvas.heightPixels)
  }

  /// Gives the stroke's field the pieces of a line as seen, with their places along it: of the whole figure or of the part that is
  /// drawn, 0 to 1.
  private func setSegments(of drawn: FlattenedPath, _ part: FlattenedPath, _ over: ShapeStroke.Over) {
    let first = part.pieces.first?.place ?? 0
    let isPart = over == .drawn && part.length > 0
    let unit = 1 / max(isPart ? part.length : path.length, 1e-12)
    segments.removeAll(keepingCapacity: true)
    for piece in drawn.pieces {
      var place = piece.place
      if isPart {
        place -= first
        // Behind the seam of a closed figure the part goes on.
        if place < 0 { place += path.length }
      }
      segments.append(
        SegmentField.Segment(
          from: map(piece.from), to: map(piece.to), place: place * unit, extent: piece.length * unit))
    }
    stroke.field.set(segments)
  }

  /// Pixels of a point of the figure's plane, the mean of all directions.
  private var scale: Double { abs(map.determinant).squareRoot() }

  /// The linear part of a transform.
  private static func turn(of transform: ShapeTransform, at clock: AnimationClock) -> PlaneMap {
    let scale = transform.scale.point(at: clock)
    let skew = transform.skew.point(at: clock)
    let (sine, cosine) = Angles.sineAndCosine(degrees: transform.rotation.value(at: clock))
    var map = PlaneMap(scale.x, 0, 0, scale.y, 0, 0)
    if skew != SIMD2(0, 0) { map = map.then(PlaneMap(1, tangent(skew.y), tangent(skew.x), 1, 0, 0)) }
    return map.then(PlaneMap(cosine, sine, -sine, cosine, 0, 0))
  }

  private static func tangent(_ degrees: Double) -> Double {
    let (sine, cosine) = Angles.sineAndCosine(degrees: degrees)
    // At a right angle the plane is seen from its side, as far as numbers go.
    return sine / (abs(cosine) > 1e-6 ? cosine : 1e-6)
  }

  // MARK: Paints

  private func makePaints(at clock: AnimationClock) {
    let frame = PaintFrame(box, a: map.a, b: map.b, c: map.c, d: map.d, e: map.e, f: map.f)
    if let paint = shape.fill {
      fill.paint = PaintShader(paint, frame: frame, canvas: canvas, clock: clock, curve: fillCurve)
    }
    if let own = shape.stroke {
      stroke.paint = PaintShader(own.paint, frame: frame, canvas: canvas, clock: clock, curve: strokeCurve)
    }
  }
}

extension Figure {
  /// Whether its outline never crosses itself, whatever its numbers are.
  var isPlain: Bool {
    switch self {
    case .rectangle, .ellipse, .heart, .star, .polygon, .arc, .sector: true
    case .polyline, .path, .morph: false
    }
  }

  /// The place that it is turned about.
  func center(at clock: AnimationClock) -> SIMD2<Double>? {
    switch self {
    case .rectangle(let center, _, _), .ellipse(let center, _), .star(let center, _, _, _, _),
      .polygon(let center, _, _, _), .arc(let center, _, _, _), .sector(let center, _, _, _, _), .heart(let center, _):
      center.point(at: clock)
    case .path(_, let frame): frame?.center.point(at: clock)
    case .morph(let figures, _): figures.first?.center(at: clock)
    case .polyline: nil
    }
  }
}
