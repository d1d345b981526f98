import Colorimetry
import Lanes
import Model
import Raster

/// A pattern on a plane from frame to frame.
///
/// The plane may be tilted about a level line: then a row of the canvas is a row of the plane, and its scale a quotient
/// (CSS's `perspective` and `rotateX`). A pixel's value is the mean of the pattern over its own footprint on the plane: for
/// lines, stripes and checks an integral in closed form along each axis (I. Quilez, "Filtering procedural patterns", 2008–2017),
/// for dots and hexagons the distance to their edge, which gives way to the mean where a footprint holds a whole cell. So
/// nothing flickers, and the distance fades to an even tone.
/// Cost at 1080p on one thread: 3 to 5 ms.
final class PatternLayerShader: LayerShader, @unchecked Sendable {
  private let pattern: Pattern
  private let canvas: Canvas
  private let period: Double?
  private let isConstant: Bool
  private var isReady = false
  private var view = View()
  private var color = SIMD4<Float>.zero
  private var background = SIMD4<Float>.zero

  /// The plane at one time. With x and y in pixels from the center and n = `far` + y · `rise`, a point of the plane in points is
  /// (x · depth / n, y · depth / n), depth = n's value if nothing is tilted.
  struct View: Sendable {
    var centerX = 0.0
    var centerY = 0.0
    /// Points of a pixel.
    var pixel = 1.0
    var perspective = 1.0
    var sine = 0.0
    var cosine = 1.0
    /// Cells from the plane's points.
    var xx = 1.0
    var xy = 0.0
    var yx = 0.0
    var yy = 1.0
    var offsetX = 0.0
    var offsetY = 0.0
    var thickness: Float = 0
    var softness: Float = 0
  }

  init(_ pattern: Pattern, in context: ShaderContext) {
    self.pattern = pattern
    (canvas, period) = (context.canvas, context.period)
    isConstant = pattern.animatedValues.areConstant && !pattern.isMoving
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var cost: Float { 3 }
  var isOpaque: Bool { color.w >= 1 && background.w >= 1 }

  func update(at clock: AnimationClock) {
    if isConstant && isReady { return }
    isReady = true
    color = pattern.color.value(at: clock).sample(on: canvas)
    background = pattern.background.value(at: clock).sample(on: canvas)
    let pixels = canvas.pixelsPerPoint
    let (sine, cosine) = Angles.sineAndCosine(degrees: pattern.tilt.value(at: clock))
    let (turnSine, turnCosine) = Angles.sineAndCosine(degrees: pattern.rotation.value(at: clock))
    var size = SIMD2(pattern.size.x.value(at: clock), pattern.size.y.value(at: clock))
    // Hexagons lie on two rectangles whose sides are 1 to √3.
    if pattern.kind == .hexagons { size.y = size.x }
    let offset = SIMD2(pattern.offset.x.value(at: clock), pattern.offset.y.value(at: clock))
    // A lattice of hexagons is the same after one cell to the right, or after √3 down.
    let height = pattern.kind == .hexagons ? 3.0.squareRoot() : 1
    // Checks are the same after two.
    let count: Double = pattern.kind == .checkerboard ? 2 : 1
    func travelled(_ speed: Double) -> Double {
      FieldTime.travelled(at: clock.local, speed: speed / count, period: period) * count
    }
    view = View(
      centerX: pattern.center.x.value(at: clock) * pixels, centerY: pattern.center.y.value(at: clock) * pixels,
      pixel: 1 / pixels, perspective: pattern.perspective.value(at: clock), sine: sine, cosine: cosine,
      xx: turnCosine / size.x, xy: turnSine / size.x, yx: -turnSine / size.y, yy: turnCosine / size.y,
      offsetX: -(offset.x * turnCosine + offset.y * turnSine) / size.x - travelled(pattern.speedX),
      offsetY: (offset.x * turnSine - offset.y * turnCosine) / size.y - travelled(pattern.speedY) * height,
      thickness: Float(pattern.thickness.value(at: clock)), softness: Float(pattern.softness.value(at: clock)))
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, keepsAlpha: Bool) -> Bool {
    blocks.clear(width: tile.width, height: tile.height)
    var isTouched = false
    for row in 0..<tile.height {
      if let line = PatternRow(view, row: tile.y + row) {
        switch pattern.kind {
        case .grid: fill(tile, row, line) { line.grid($0) }
        case .dots: fill(tile, row, line) { line.dots($0) }
        case .stripes: fill(tile, row, line) { line.stripes($0) }
        case .hexagons: fill(tile, row, line) { line.hexagons($0) }
        case .checkerboard: fill(tile, row, line) { line.checks($0) }
        }
      } else {
        // Beyond the horizon.
        fill(tile, row, nil) { _ in Lane8() }
        if background.w <= 0 { continue }
      }
      isTouched = true
      blocks.mark(row: row, columns: 0..<tile.width) { _ in }
    }
    return isTouched
  }

  @inline(__always)
  private func fill(_ tile: Tile, _ row: Int, _ line: PatternRow?, _ value: (Lane8) -> Lane8) {
    let out = tile.row(row, plane: 0)
    let width = tile.width
    var x = Lanes.ramp + (Float(tile.x) + 0.5)
    var column = 0
    while column < width {
      let share = value(x)
      let rest = 1 - share
      Lanes.store(share * color.x + rest * background.x, to: out + column)
      Lanes.store(share * color.y + rest * background.y, to: out + (width &+ column))
      Lanes.store(share * color.z + rest * background.z, to: out + (2 &* width &+ column))
      Lanes.store(share * color.w + rest * background.w, to: out + (3 &* width &+ column))
      x += 8
      column &+= 8
    }
  }
}

extension Pattern: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { PatternLayerShader(self, in: context) }
}
