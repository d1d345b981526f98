import Colorimetry
import Lanes
import Model
import Raster

/// Draws a pattern on a plane.
///
/// The plane may be tilted about a horizontal line, as by CSS's `perspective` and `rotateX`. Each row of the canvas still shows a single
/// row of the plane, scaled by a factor of its own. A pixel's value is the mean of the pattern over its footprint on the plane, so that
/// nothing flickers and the distance fades to an even tone. For lines, stripes and checks the mean is an integral in closed
/// form along each axis (I. Quilez, "Filtering procedural patterns", 2008–2017). For dots and hexagons the mean is approximated from
/// the distance to their edge, and fades to the mean of the whole pattern where a footprint is nearly as large as a cell.
final class PatternLayerShader: LayerShader, @unchecked Sendable {
  private let pattern: Pattern
  private let canvas: Canvas
  private let loopSeconds: Double?
  private let isConstant: Bool
  private var isReady = false
  private var view = View()
  private var color = SIMD4<Float>.zero
  private var background = SIMD4<Float>.zero

  /// The projection of the plane at one time, and the mapping of its points to cells.
  struct View: Sendable {
    /// The origin of the plane's coordinates, in frame pixels. The plane is tilted about the row through it.
    var centerX = 0.0
    var centerY = 0.0
    var pointsPerPixel = 1.0
    /// Distance of the eye from the canvas, in points.
    var perspective = 1.0
    /// The sine and cosine of the angle by which the plane is tilted.
    var sine = 0.0
    var cosine = 1.0
    /// The plane's point (x, y) lies at (xx·x + xy·y + offsetX, yx·x + yy·y + offsetY) in cells.
    var xx = 1.0
    var xy = 0.0
    var yx = 0.0
    var yy = 1.0
    var offsetX = 0.0
    var offsetY = 0.0
    /// The width of lines and stripes, the diameter of dots, or the width of hexagons' sides, in cells.
    var thickness: Float = 0
    /// Cells by which every footprint is widened.
    var softness: Float = 0
  }

  init(_ pattern: Pattern, in context: ShaderContext) {
    self.pattern = pattern
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    isConstant = pattern.isConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var pixelNanoseconds: Double { Pattern.pixelNanoseconds }
  var isOpaque: Bool { color.w >= 1 && background.w >= 1 }

  func update(at clock: AnimationClock) {
    if isConstant && isReady { return }
    isReady = true
    color = pattern.color.value(at: clock).tileValue(on: canvas)
    background = pattern.background.value(at: clock).tileValue(on: canvas)
    let pixelsPerPoint = canvas.pixelsPerPoint
    let (sine, cosine) = Angles.sineAndCosine(degrees: pattern.tilt.value(at: clock))
    let (rotationSine, rotationCosine) = Angles.sineAndCosine(degrees: pattern.rotation.value(at: clock))
    var size = SIMD2(pattern.size.x.value(at: clock), pattern.size.y.value(at: clock))
    // Regular hexagons have one size, their width `size.x`, which is the unit of u and of v. Their centres lie on two rectangular
    // lattices with cells 1 wide and √3 high.
    if pattern.kind == .hexagons { size.y = size.x }
    let offset = SIMD2(pattern.offset.x.value(at: clock), pattern.offset.y.value(at: clock))
    let cellHeight = pattern.kind == .hexagons ? 3.0.squareRoot() : 1
    // A checkerboard repeats after two cells either way, all other patterns after one.
    let periodCells: Double = pattern.kind == .checkerboard ? 2 : 1
    /// Cells by which the pattern has moved along an axis, modulo its period; `speed` is in cells a second.
    func shift(_ speed: Double) -> Double {
      FieldTime.phase(at: clock.local, frequency: speed / periodCells, loopSeconds: loopSeconds) * periodCells
    }
    view = View(
      centerX: pattern.center.x.value(at: clock) * pixelsPerPoint,
      centerY: pattern.center.y.value(at: clock) * pixelsPerPoint, pointsPerPixel: 1 / pixelsPerPoint,
      perspective: pattern.perspective.value(at: clock), sine: sine, cosine: cosine,
      xx: rotationCosine / size.x, xy: rotationSine / size.x, yx: -rotationSine / size.y, yy: rotationCosine / size.y,
      offsetX: -(offset.x * rotationCosine + offset.y * rotationSine) / size.x - shift(pattern.speed.x),
      offsetY: (offset.x * rotationSine - offset.y * rotationCosine) / size.y - shift(pattern.speed.y) * cellHeight,
      thickness: Float(pattern.thickness.value(at: clock)), softness: Float(pattern.softness.value(at: clock)))
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    blocks.reset(width: tile.width, height: tile.height)
    var isTouched = false
    for row in 0..<tile.height {
      if let line = PatternRow(view, row: tile.y + row) {
        switch pattern.kind {
        case .grid: fill(tile, row) { line.grid($0) }
        case .dots: fill(tile, row) { line.dots($0) }
        case .stripes: fill(tile, row) { line.stripes($0) }
        case .hexagons: fill(tile, row) { line.hexagons($0) }
        case .checkerboard: fill(tile, row) { line.checks($0) }
        }
      } else {
        // Beyond the horizon there is only background.
        fill(tile, row) { _ in Float8() }
        if background.w <= 0 { continue }
      }
      isTouched = true
      blocks.mark(row: row, columns: 0..<tile.width) { _ in }
    }
    return isTouched
  }

  /// Mixes the colour and the background along a row of a tile. `value` returns the share of the colour for eight pixels, given the x of
  /// their centres in frame pixels.
  @inline(__always)
  private func fill(_ tile: Tile, _ row: Int, _ value: (Float8) -> Float8) {
    let out = tile.row(row, plane: 0)
    let width = tile.width
    var x = Lanes.laneNumbers + (Float(tile.x) + 0.5)
    var column = 0
    while column < width {
      let share = value(x)
      let remainder = 1 - share
      Lanes.store(share * color.x + remainder * background.x, to: out + column)
      Lanes.store(share * color.y + remainder * background.y, to: out + (width &+ column))
      Lanes.store(share * color.z + remainder * background.z, to: out + (2 &* width &+ column))
      Lanes.store(share * color.w + remainder * background.w, to: out + (3 &* width &+ column))
      x += 8
      column &+= 8
    }
  }
}

extension Pattern: ShadedSource {
  var mayBeOpaque: Bool { true }

  func makeShader(in context: ShaderContext) -> any LayerShader { PatternLayerShader(self, in: context) }

  // A pattern covers the whole frame: the smaller size that makes it cheaper is that of the frame.
  func cost(in frame: CostedFrame) -> SourceCost { frame.everyPixel(Self.pixelNanoseconds, remedy: "a smaller size") }

  /// Nanoseconds of one core for a pixel, in perspective or not.
  fileprivate static let pixelNanoseconds = 1.9
}
