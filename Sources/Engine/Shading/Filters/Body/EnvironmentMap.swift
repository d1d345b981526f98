import Lanes
import Model
import Raster

/// What a body mirrors in place of the picture around it: a field's picture of a mirror ball that stands there.
///
/// A far eye sees all directions but the one behind the ball in such a picture: at the place (x, y) of the unit disc, what the normal
/// (x, y, √(1 − x² − y²)) mirrors (G. Miller and R. Hoffman, 1984, "Illumination and reflection maps"). So a sample needs the normal alone. Directions that lie behind the body
/// are crowded at the disc's rim, where they are seen at grazing angles only.
/// Cost: 65,536 pixels of the field when it changes, and one sample of a `BlurPyramid`. Memory: 3 MB.
final class EnvironmentMap: @unchecked Sendable {
  private let field: FormulaField
  private let shader: FormulaFieldShader
  private let isOpaque: Bool
  let picture: BlurPyramid
  /// The field's pixels, and the marks of each task.
  private let planes: AlignedBuffer<Float>
  private let marks: [OccupiedBlocks]
  /// Whether the field's pixels are still to be drawn.
  private var isDrawn = false

  /// Pixels along a side of the picture. A ball of a fifth of a frame's height is drawn from as many.
  static let size = 256
  private static let taskRows = 32

  /// - Parameter path: the hash of the layer's path, from which random numbers follow.
  init(_ field: FormulaField, path: UInt64, canvas: Canvas) {
    self.field = field
    isOpaque = field.hasOpaqueFormula
    var square = canvas
    (square.widthPixels, square.heightPixels) = (Self.size, Self.size)
    (square.widthPoints, square.heightPoints, square.pixelsPerPoint) = (Double(Self.size), Double(Self.size), 1)
    let loopSeconds = canvas.loops ? canvas.duration.double : nil
    shader = FormulaFieldShader(field, in: ShaderContext(path: path, canvas: square, loopSeconds: loopSeconds))
    picture = BlurPyramid(width: Self.size, height: Self.size, edges: .clamped)
    planes = AlignedBuffer(count: 4 * Self.size * Self.size)
    marks = (0..<Self.size / Self.taskRows).map { _ in OccupiedBlocks() }
  }

  /// - Parameter deviation: the greatest standard deviation of a blur, in normals.
  func update(at clock: AnimationClock, deviation: Float) {
    shader.update(at: clock)
    picture.prepare(deviationPixels: deviation * Float(Self.size / 2))
    if !field.isConstant { isDrawn = false }
    if !isDrawn { picture.begin() }
  }

  /// The tasks that draw the field, and then those of the picture's levels.
  var taskCounts: [Int] { (isDrawn ? [] : [marks.count]) + picture.taskCounts }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if isDrawn { return picture.perform(pass: pass, task: task) }
    if pass > 0 { return picture.perform(pass: pass - 1, task: task) }
    let first = task * Self.taskRows
    let tile = Tile(
      base: planes.base + 4 * Self.size * first, x: 0, y: first, width: Self.size, height: Self.taskRows)
    if !isOpaque { tile.base.update(repeating: 0, count: 4 * Self.size * Self.taskRows) }
    _ = shader.shade(into: tile, blocks: marks[task], scratch: scratch, writesAlpha: true)
    picture.picture.store(tile, region: tile.rect)
  }

  func endPasses() {
    isDrawn = true
    picture.end()
  }
}

/// Samples of an `EnvironmentMap`.
struct EnvironmentSamples {
  private let samples: BlurSamples

  init(_ samples: BlurSamples) { self.samples = samples }

  /// What surfaces mirror.
  ///
  /// - Parameters:
  ///   - x: the normals' parts along x and y.
  ///   - bend: by how much the normal changes from pixel to pixel.
  ///   - variance: that of the normals of a rough surface.
  @inline(__always)
  func color(_ x: Float8, _ y: Float8, bend: Float8, variance: Float) -> LaneColor {
    let radius = Float(EnvironmentMap.size / 2)
    let width = Lanes.max(bend * radius, 1)
    let blur = Lanes.min((width * width - 1) * (1.0 / 12) + variance * (radius * radius), Self.greatestVariance)
    return samples.blurred(x * radius + (radius - 0.5), y * radius + (radius - 0.5), variance: blur, isExact: false)
  }

  /// The greatest variance of a blur, in squared pixels of the map.
  private static let greatestVariance =
    Float(
      EnvironmentMap.size * EnvironmentMap.size / 4)
    * (Filter.Body.greatestNormalDeviation * Filter.Body.greatestNormalDeviation)
}
