import Colorimetry
import Lanes
import Model
import Raster

/// Draws a glyph for which the font prescribes colours, such as an emoji.
///
/// The glyph's parts are composited on a tile of their own, as encoded values, which is how other programs draw fonts; on a canvas that blends
/// light the result is then decoded. So the colours are the same on every canvas, and a glyph fades as a whole. Memory: 16 bytes for each pixel
/// of the glyph in a tile, and twice as much for each composition inside of another.
final class PaintedGlyph {
  /// An outline with its fill.
  private final class Area {
    let painter: PathPainter
    let outline: VectorPath
    let fill: Fill

    enum Fill {
      case color(GlyphPainting.Color)
      case gradient(GlyphGradient)
    }

    init(_ outline: VectorPath, _ fill: GlyphPainting.Fill, _ scratch: ShapeScratch) {
      self.outline = outline
      painter = PathPainter(scratch: scratch.coverage)
      switch fill {
      case .color(let color): self.fill = .color(color)
      case .gradient(let gradient): self.fill = .gradient(GlyphGradient(gradient))
      }
    }
  }

  /// An area, or a composition of parts.
  private indirect enum Part {
    case area(Area)
    case composite([Part], CompositeMode, onto: [Part])
  }

  /// What the glyph is painted of, the lowest part first.
  private let parts: [Part]
  /// The areas of all parts, also of those inside of others.
  private let areas: [Area]
  /// The glyph's origin in the text's plane.
  private let origin: PlanePoint
  /// The glyph's box relative to its origin.
  private let box: PlaneRect
  private let canvas: Canvas
  private let scratch: ShapeScratch
  /// `canvas`, but with encoded values in its tiles.
  private let encodedCanvas: Canvas
  /// The paint of the text, with which the font may ask to paint parts of the glyph; nil for none.
  private let textPaint: Paint?
  /// The box over which gradients of `textPaint` extend.
  private let textBox: PlaneRect
  /// Whether `textPaint` is not animated.
  private let hasConstantPaint: Bool
  private var projection: Projection?
  private var softness = 0.0
  private var opacity: Float = 1
  /// The pixels outside of which nothing is drawn.
  private var bounds = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The greatest distance between a chord and its curve, in frame pixels.
  private static let tolerance = 0.01

  /// - Parameters:
  ///   - origin: the place of the glyph's origin in the text's plane.
  ///   - textPaint: the paint of the text; nil for none.
  ///   - textBox: the box of the text.
  init(
    _ painting: GlyphPainting, at origin: PlanePoint, in context: ShaderContext, textPaint: Paint?, textBox: PlaneRect
  ) {
    let (canvas, scratch) = (context.canvas, context.shapeScratch)
    self.scratch = scratch
    var areas: [Area] = []
    func parts(_ nodes: [GlyphPainting.Node]) -> [Part] {
      nodes.map { node in
        switch node {
        case .fill(let fill, let outline):
          let area = Area(outline ?? VectorPath(rectangle: painting.box), fill, scratch)
          areas.append(area)
          return .area(area)
        case .composite(let source, let mode, let backdrop):
          return .composite(parts(source), mode, onto: parts(backdrop))
        }
      }
    }
    self.parts = parts(painting.nodes)
    self.areas = areas
    (self.origin, box) = (origin, painting.box)
    self.canvas = canvas
    var encodedCanvas = canvas
    encodedCanvas.blending = .srgb
    self.encodedCanvas = encodedCanvas
    (self.textPaint, self.textBox) = (textPaint, textBox)
    hasConstantPaint = textPaint?.isConstant ?? true
  }

  // MARK: Once for each frame

  /// Sets where and how the glyph is drawn.
  ///
  /// - Parameters:
  ///   - projection: from the text's plane to points of the canvas; affine.
  ///   - opacity: the opacity of the glyph as a whole, 0 ... 1.
  ///   - softness: how far each edge fades to either side, in points of the text's plane.
  func place(by projection: Projection, opacity: Float, softness: Double, at clock: AnimationClock) {
    precondition(projection.isAffine, "Words with painted glyphs are drawn to a flat picture, which is then projected.")
    self.opacity = opacity
    let outlinesChange = projection != self.projection || softness != self.softness
    if !outlinesChange, hasConstantPaint { return }
    (self.projection, self.softness) = (projection, softness)
    let map = PlaneMap(
      projection.xx, projection.yx, projection.xy, projection.yy, projection.x0, projection.y0
    ).then(PlaneMap(scale: canvas.pixelsPerPoint))
    if outlinesChange { setOutlines(PlaneMap(1, 0, 0, 1, origin.x, origin.y).then(map)) }
    setPaints(map, at: clock)
  }

  /// Sets the outlines of all areas, and `bounds`.
  ///
  /// - Parameter map: from the glyph's plane to pixels of the frame.
  private func setOutlines(_ map: PlaneMap) {
    let stretch = map.stretch
    let radius = softness * map.determinant.magnitude.squareRoot()
    bounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for area in areas { area.painter.removeAll() }
    guard stretch > 1e-9 else { return }
    let (width, height) = (SIMD2(box.width, 0), SIMD2(0, box.height))
    let corner = SIMD2(box.x, box.y)
    let corners = [corner, corner + width, corner + height, corner + width + height].map { map($0) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let reach = radius + 2
    let (left, top) = (Self.roundedDown((xs.min() ?? 0) - reach), Self.roundedDown((ys.min() ?? 0) - reach))
    let (right, bottom) = (Self.roundedDown((xs.max() ?? 0) + reach), Self.roundedDown((ys.max() ?? 0) + reach))
    bounds = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    for area in areas {
      scratch.path.restart(tolerance: Self.tolerance / stretch, reach: 0)
      scratch.path.add(area.outline, PlaneMap(scale: 1))
      guard let outlineBox = scratch.path.box else { continue }
      scratch.polygons.removeAll()
      scratch.polygons.add(scratch.path)
      scratch.polygons.transform(by: map)
      // `windsOnce` is true only for a single contour that never turns back. Such a path does not cross itself.
      let isSimple = scratch.path.windsOnce(around: (outlineBox.low + outlineBox.high) / 2)
      let (painter, rule) = (area.painter, area.outline.fillRule)
      if radius > 0 {
        painter.soft.set(
          &scratch.polygons, fillRule: rule, isSimple: isSimple, radius: radius, height: canvas.heightPixels)
      } else {
        painter.coverage.set(scratch.polygons, fillRule: rule, isSimple: isSimple, height: canvas.heightPixels)
      }
    }
  }

  /// A coordinate rounded down, limited to ±10⁹, which is far outside of any frame.
  private static func roundedDown(_ coordinate: Double) -> Int { Int(min(max(coordinate, -1e9), 1e9).rounded(.down)) }

  /// Sets the paints of all areas.
  ///
  /// - Parameter map: from the text's plane to pixels of the frame.
  private func setPaints(_ map: PlaneMap, at clock: AnimationClock) {
    let glyphMap = PlaneMap(1, 0, 0, 1, origin.x, origin.y).then(map)
    let paintFrame = PaintFrame(textBox, a: map.a, b: map.b, c: map.c, d: map.d, e: map.e, f: map.f)
    let textColor = textPaint?.color(at: clock) ?? .clear
    for area in areas {
      switch area.fill {
      case .color(.ofText(let alpha)):
        area.painter.opacity = Float(alpha)
        area.painter.paint = textPaint.map { PaintShader($0, frame: paintFrame, canvas: encodedCanvas, clock: clock) }
      case .color(.ofFont(let color)):
        area.painter.paint = PaintShader(
          .color(.constant(color)), frame: paintFrame, canvas: encodedCanvas, clock: clock)
      case .gradient(let gradient):
        area.painter.paint = PaintShader(gradient.shader(glyphMap, textColor: textColor))
      }
    }
  }

  // MARK: Tiles

  func misses(_ rect: PixelRect) -> Bool { contentBox(in: rect).isEmpty }

  /// The part of a rectangle outside of which nothing is drawn.
  func contentBox(in rect: PixelRect) -> PixelRect { bounds.intersection(rect) }

  /// Marks the blocks of a tile that may be drawn on.
  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) {
    let box = contentBox(in: rect)
    if box.isEmpty { return }
    blocks.markDirty(left: box.x - rect.x, top: box.y - rect.y, right: box.endX - rect.x, bottom: box.endY - rect.y)
  }

  /// Composites the glyph onto the blocks of the tile that it reaches, and records them in `blocks`. Blocks that were not recorded before
  /// are cleared first.
  func paint(_ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) {
    var box = contentBox(in: tile.rect)
    if box.isEmpty { return }
    // Whole blocks of the tile.
    let (first, end) = ((box.x - tile.x) / 8 * 8, (box.endX - tile.x + 7) / 8 * 8)
    box = PixelRect(x: tile.x + first, y: box.y, width: end - first, height: box.height)
    let glyphTile = PaintedGlyphTile(box)
    draw(parts, onto: glyphTile, scratch)
    if canvas.blending != .srgb { glyphTile.decode() }
    for row in box.y - tile.y..<box.endY - tile.y {
      // Blocks that nothing was drawn on before may hold anything; `mark` calls the closure for them only.
      blocks.mark(row: row, columns: first..<end) { column in
        for plane in 0..<4 { Lanes.store(Float8(), to: tile.row(row, plane: plane) + column) }
      }
    }
    composite(
      glyphTile.tile, region: box,
      onto: BlendTarget(tile: tile, blend: .normal, opacity: opacity, clampsToUnit: canvas.blending == .srgb))
  }

  /// Draws parts in order; each composition on tiles of its own first.
  private func draw(_ parts: [Part], onto glyphTile: PaintedGlyphTile, _ scratch: AlignedBuffer<Float>) {
    for part in parts {
      switch part {
      case .area(let area): area.painter.paint(glyphTile.tile, blocks: glyphTile.blocks, scratch: scratch)
      case .composite(let source, let mode, let backdrop):
        let (upper, lower) = (PaintedGlyphTile(glyphTile.tile.rect), PaintedGlyphTile(glyphTile.tile.rect))
        draw(backdrop, onto: lower, scratch)
        draw(source, onto: upper, scratch)
        lower.composite(upper, mode)
        glyphTile.composite(lower, .sourceOver)
      }
    }
  }
}

extension Paint {
  /// A single colour for the paint: a gradient counts as the colour of its first stop.
  fileprivate func color(at clock: AnimationClock) -> LinearColor {
    switch self {
    case .color(let color): color.value(at: clock)
    case .gradient(let gradient): gradient.stops.first?.color.value(at: clock) ?? .clear
    }
  }
}
