import Colorimetry
import Lanes
import Model
import Raster

/// Draws a filled and stroked figure.
///
/// Geometry is rebuilt only if it is animated: the figure is flattened and stroked in its own plane, transformed to the frame
/// and sorted into bands of rows. Chords stay within 1/100 px of their curves.
final class ShapeLayerShader: PlacedShader, @unchecked Sendable {
  private let shape: VectorShape
  private let canvas: Canvas
  /// Whether the geometry is not animated.
  private let hasStaticGeometry: Bool
  /// Whether neither the geometry nor the paint is animated.
  private let isStatic: Bool
  private var isReady = false
  /// Maps the layer's points to the canvas's points; nil for the identity, and where `perspective` is set.
  private var placement: PlaneMap?
  /// Takes the place of `placement` where the mapping is not affine, which is allowed only for shapes painted with colours.
  private var perspective: Projection?
  /// The number of times that the mapping has changed.
  private var placementVersion = 0

  private let scratch: ShapeScratch
  private let morphCache = MorphCache()
  private var roughOutline = RoughOutline()
  /// From the figure's plane to frame pixels.
  private var map = PlaneMap(scale: 1)
  /// The box that paints refer to, in the figure's plane; nil for the figure's own box.
  private let paintBox: PlaneRect?
  /// What is added to the softness of all edges, in points.
  private var addedSoftness = 0.0
  /// `paintBox`, or the figure's own box at the current time.
  private var box = PlaneRect(x: 0, y: 0, width: 0, height: 0)
  /// The painters of the fill and of the stroke.
  private let fill: PathPainter
  private let stroke: PathPainter
  /// The colours of gradients whose stops are not animated.
  private let fillCurve: ColorCurve?
  private let strokeCurve: ColorCurve?

  /// The greatest distance between a chord and its curve, in frame pixels.
  private static let tolerance = 0.01

  init(_ shape: VectorShape, in context: ShaderContext, paintBox: PlaneRect? = nil) {
    self.shape = shape
    self.paintBox = paintBox
    let canvas = context.canvas
    self.canvas = canvas
    scratch = context.shapeScratch
    fill = PathPainter(scratch: scratch.coverage)
    stroke = PathPainter(scratch: scratch.coverage)
    hasStaticGeometry = shape.animatedGeometryValues.areConstant
    isStatic = shape.animatedValues.areConstant
    fillCurve = shape.fill.flatMap { PaintShader.constantCurve(of: $0, canvas: canvas) }
    strokeCurve = shape.stroke.flatMap { PaintShader.constantCurve(of: $0.paint, canvas: canvas) }
  }

  func place(by projection: Projection) {
    let affine = projection.isAffine
    let next =
      projection == .identity || !affine
      ? nil
      : PlaneMap(projection.xx, projection.yx, projection.xy, projection.yy, projection.x0, projection.y0)
    if next == placement && perspective == (affine ? nil : projection) { return }
    placement = next
    perspective = affine ? nil : projection
    placementVersion += 1
    isReady = false
  }

  /// Sets the factor of everything that is painted, and what is added to the softness of edges, in points. For shapes that are parts of a
  /// layer (`paintOver`).
  func set(opacity: Float, addedSoftness: Double) {
    (fill.opacity, stroke.opacity) = (opacity, opacity)
    if addedSoftness != self.addedSoftness {
      self.addedSoftness = addedSoftness
      isReady = false
    }
  }

  func update(at clock: AnimationClock) {
    if !(isReady && hasStaticGeometry) { makeGeometry(at: clock) }
    if !(isReady && isStatic) { makePaints(at: clock) }
    isReady = true
  }

  var isEmpty: Bool { fill.isEmpty && stroke.isEmpty }
  var contentVersion: Int? { isStatic ? placementVersion : nil }
  /// True for a sharp fill without a stroke, which is painted in full and then multiplied by its coverage.
  var canShadeInPlace: Bool { stroke.isEmpty && fill.soft.isEmpty }
  /// A tile is only partly covered.
  var pixelNanoseconds: Double { 0.9 }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    fill.markDirty(blocks, rect: rect)
    stroke.markDirty(blocks, rect: rect)
    return true
  }

  func contentBox(in rect: PixelRect) -> PixelRect {
    fill.contentBox(in: rect).union(stroke.contentBox(in: rect))
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    let rect = tile.rect
    if fill.misses(rect) && stroke.misses(rect) { return false }
    blocks.reset(width: tile.width, height: tile.height)
    fill.paint(tile, blocks: blocks, scratch: scratch, isFirst: true, writesAlpha: writesAlpha)
    stroke.paint(tile, blocks: blocks, scratch: scratch)
    return true
  }

  /// Paints over the other parts of the layer that are on the tile already.
  func paintOver(_ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) {
    fill.paint(tile, blocks: blocks, scratch: scratch)
    stroke.paint(tile, blocks: blocks, scratch: scratch)
  }

  /// Whether nothing is drawn on a tile at `rect`.
  func misses(_ rect: PixelRect) -> Bool { fill.misses(rect) && stroke.misses(rect) }

  // MARK: Geometry

  /// Sets all geometry, in pixels, for `fill` and `stroke`.
  private func makeGeometry(at clock: AnimationClock) {
    let width = shape.stroke?.width.value(at: clock) ?? 0
    // First the linear part: flattening needs its scale, and the anchor may be the middle of the flattened figure.
    let linear = Self.linearTransform(of: shape.transform, at: clock)
    // About the greatest length in frame pixels that a length of one point in the figure's plane may get.
    let stretch =
      (placement.map(linear.then) ?? linear).stretch * canvas.pixelsPerPoint
      * (perspective?.largestStretch(on: canvas) ?? 1)
    fill.removeAll()
    stroke.removeAll()
    guard stretch > 1e-9 else { return }
    let tolerance = Self.tolerance / stretch
    scratch.path.restart(tolerance: tolerance, reach: width / 2)
    scratch.path.add(shape.figure, at: clock, morphCache: morphCache)
    // A box that paints and anchors refer to should not tremble with the noise.
    guard let bounds = scratch.path.box else { return }
    let isRough = shape.roughEdges != nil
    if let roughEdges = shape.roughEdges { roughOutline.update(scratch.path, by: roughEdges, at: clock) }
    // The roughened outline takes the path's place while it is drawn.
    if isRough { swap(&scratch.path, &roughOutline.path) }
    defer { if isRough { swap(&scratch.path, &roughOutline.path) } }
    box =
      paintBox
      ?? PlaneRect(
        x: bounds.low.x, y: bounds.low.y, width: bounds.high.x - bounds.low.x, height: bounds.high.y - bounds.low.y)
    let anchor =
      shape.transform.anchor?.point(at: clock) ?? shape.figure.center(at: clock) ?? (bounds.low + bounds.high) / 2
    let position = shape.transform.position.point(at: clock)
    map = PlaneMap(1, 0, 0, 1, -anchor.x, -anchor.y).then(linear)
      .then(PlaneMap(1, 0, 0, 1, anchor.x + position.x, anchor.y + position.y))
    if let placement { map = map.then(placement) }
    map = map.then(PlaneMap(scale: canvas.pixelsPerPoint))
    if shape.fill != nil {
      scratch.polygons.removeAll()
      scratch.polygons.add(scratch.path)
      scratch.polygons.transform(by: map)
      setPerspective()
      let softness = (shape.softness.value(at: clock) + addedSoftness) * scale
      let isSimple =
        shape.roughEdges == nil && shape.figure.isSimple
        || scratch.path.windsOnce(around: (bounds.low + bounds.high) / 2)
      if softness > 0 {
        fill.soft.set(
          &scratch.polygons, fillRule: shape.fillRule, isSimple: isSimple, radius: softness, height: canvas.heightPixels
        )
      } else {
        fill.coverage.set(scratch.polygons, fillRule: shape.fillRule, isSimple: isSimple, height: canvas.heightPixels)
      }
    }
    if let style = shape.stroke, width > 0 { makeStroke(style, width, tolerance, at: clock) }
  }

  /// Projects the polygons, which are in pixels of the frame, if the layer is seen in perspective.
  private func setPerspective() {
    guard let perspective else { return }
    scratch.projected.setProjected(scratch.polygons, by: perspective.scaled(by: canvas.pixelsPerPoint))
    swap(&scratch.polygons, &scratch.projected)
  }

  /// Makes the stroke of the current figure; `width` is in points. Dashes are measured along the whole figure, even if only a section
  /// is drawn.
  private func makeStroke(_ style: ShapeStroke, _ width: Double, _ tolerance: Double, at clock: AnimationClock) {
    let (start, end) = (style.start.value(at: clock), style.end.value(at: clock))
    let isWhole = end - start >= 1
    if !isWhole { scratch.section.setTrimmed(scratch.path, from: start, to: end) }
    if !style.dashes.isEmpty {
      let lengths = style.dashes.map { max($0.value(at: clock), 0) }
      scratch.dashes.setDashes(
        of: isWhole ? scratch.path : scratch.section, lengths, phase: style.dashPhase.value(at: clock))
    }
    let visible = isWhole ? scratch.path : scratch.section
    let drawn = style.dashes.isEmpty ? visible : scratch.dashes
    var softness = (style.softness.value(at: clock) + addedSoftness) * scale
    // The blur is at least that of a pixel's box, so that a stroke's brightness does not depend on its position between pixels.
    if softness > 0 { softness = max(softness, PathPainter.DistanceStyle.minimumSoftness) }
    if softness > 0 || style.over != .box {
      let colors: PathPainter.DistanceStyle.Colors =
        switch style.over {
        case .box: .paint
        case .length, .drawn: .alongLine
        case .width: .acrossLine
        }
      stroke.distanceStyle = PathPainter.DistanceStyle(
        halfWidth: Float(width * scale / 2), softness: Float(softness), colors: colors)
      setSegments(of: drawn, in: visible, style.over)
    } else {
      stroke.distanceStyle = nil
    }
    // A soft stroke needs no outline.
    if softness > 0 { return }
    let strokeStyle = StrokeStyle(
      width: width, cap: style.cap, join: style.join, miterLimit: style.miterLimit.value(at: clock))
    scratch.polygons.removeAll()
    scratch.stroker.outline(drawn, strokeStyle, tolerance: tolerance, into: &scratch.polygons)
    scratch.polygons.transform(by: map)
    setPerspective()
    stroke.coverage.set(scratch.polygons, fillRule: .nonzero, height: canvas.heightPixels)
  }

  /// Gives the stroke's field the segments of the line that is drawn, in pixels. The segments' positions run from 0 to 1 along the
  /// whole figure, or along the visible section if the paint runs over the section.
  private func setSegments(of drawn: FlattenedPath, in visible: FlattenedPath, _ over: ShapeStroke.Over) {
    let visibleStart = visible.chords.first?.lengthBefore ?? 0
    let isOverSection = over == .drawn && visible.length > 0
    let inverseLength = 1 / max(isOverSection ? visible.length : scratch.path.length, 1e-12)
    scratch.segments.removeAll(keepingCapacity: true)
    for chord in drawn.chords {
      var position = chord.lengthBefore
      if isOverSection {
        position -= visibleStart
        // A section may run across the seam of a closed figure.
        if position < 0 { position += scratch.path.length }
      }
      scratch.segments.append(
        SegmentField.Segment(
          from: map(chord.from), to: map(chord.to), position: position * inverseLength,
          length: chord.length * inverseLength))
    }
    stroke.field.set(scratch.segments)
  }

  /// Frame pixels in a point of the figure's plane: the geometric mean of the greatest and the least stretch.
  private var scale: Double { abs(map.determinant).squareRoot() }

  /// The linear part of a transform: scales, then skews, then rotates.
  private static func linearTransform(of transform: ShapeTransform, at clock: AnimationClock) -> PlaneMap {
    let scale = transform.scale.point(at: clock)
    let skew = transform.skew.point(at: clock)
    let (sine, cosine) = Angles.sineAndCosine(degrees: transform.rotation.value(at: clock))
    var map = PlaneMap(scale.x, 0, 0, scale.y, 0, 0)
    if skew != SIMD2(0, 0) { map = map.then(PlaneMap(1, tangent(skew.y), tangent(skew.x), 1, 0, 0)) }
    return map.then(PlaneMap(cosine, sine, -sine, cosine, 0, 0))
  }

  /// The tangent of an angle in degrees, finite at right angles too.
  private static func tangent(_ degrees: Double) -> Double {
    let (sine, cosine) = Angles.sineAndCosine(degrees: degrees)
    return sine / (abs(cosine) > 1e-6 ? cosine : 1e-6)
  }

  // MARK: Paints

  private func makePaints(at clock: AnimationClock) {
    let frame = PaintFrame(box, a: map.a, b: map.b, c: map.c, d: map.d, e: map.e, f: map.f)
    if let paint = shape.fill {
      fill.paint = PaintShader(paint, frame: frame, canvas: canvas, clock: clock, curve: fillCurve)
    }
    if let style = shape.stroke {
      stroke.paint = PaintShader(style.paint, frame: frame, canvas: canvas, clock: clock, curve: strokeCurve)
    }
  }
}

extension Projection {
  /// An estimate of the greatest factor by which the projection lengthens lines on and around the canvas, 1...16. It decides how finely curves
  /// are flattened.
  fileprivate func largestStretch(on canvas: Canvas) -> Double {
    var largest = 1.0
    for row in -1...5 {
      for column in -1...5 {
        let (x, y) = (canvas.widthPoints * Double(column) / 4, canvas.heightPoints * Double(row) / 4)
        let point = self(x, y)
        guard point.w > 0.02 else { continue }
        let (a, b) = ((xx - point.x * wx) / point.w, (xy - point.x * wy) / point.w)
        let (c, d) = ((yx - point.y * wx) / point.w, (yy - point.y * wy) / point.w)
        largest = max(largest, (a * a + b * b + c * c + d * d).squareRoot())
      }
    }
    return min(largest, 16)
  }
}

extension VectorShape: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { ShapeLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    SourceCost(nanoseconds: nanoseconds(in: frame), remedy: "a shorter path, or a sharp edge")
  }
}

extension Figure {
  /// Whether the figure's outline never crosses itself, whatever the figure's parameters.
  var isSimple: Bool {
    switch self {
    case .rectangle, .ellipse, .heart, .star, .polygon, .arc, .sector: true
    case .polyline, .path, .morph: false
    }
  }

  /// The point about which the figure is rotated by default; nil if it has no centre.
  func center(at clock: AnimationClock) -> SIMD2<Double>? {
    switch self {
    case .rectangle(let figure): figure.center.point(at: clock)
    case .ellipse(let figure): figure.center.point(at: clock)
    case .star(let figure): figure.center.point(at: clock)
    case .polygon(let figure): figure.center.point(at: clock)
    case .arc(let figure): figure.center.point(at: clock)
    case .sector(let figure): figure.center.point(at: clock)
    case .heart(let figure): figure.center.point(at: clock)
    case .path(_, let box): box?.center.point(at: clock)
    case .morph(let figures, _): figures.first?.center(at: clock)
    case .polyline: nil
    }
  }
}
