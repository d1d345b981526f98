import Colorimetry
import Lanes
import Model

/// Trails of a cell as evaluation needs them, in pixels and seconds.
struct TrailParameters: BitwiseCopyable {
  /// Number of points that are traced along a ribbon; 0 for a cell without trails.
  var pointCount = 0
  /// Seconds of the particle's past that the ribbon shows.
  var duration: Float = 0
  /// Whether the ribbon stays after the particle's death until it has faded.
  var lingers = true
  /// Half width at the particle at scale 1, in pixels; 0 where the sprite's half height is taken.
  var halfWidth: Float = 0
  /// Smallest half width that is drawn, in pixels; a thinner ribbon is drawn that wide, with less light.
  var minimumHalfWidth: Float = 1
  var isColored = false
  /// Whole steps between two points of a stepped trajectory.
  var stepStride: Int32 = 1
  // Tables along the ribbon, from the particle to the tail.
  /// Factors of the half width (`CurveTable.floats`).
  var widths: UnsafePointer<Float>
  /// Factors of the premultiplied light (`CurveTable.floats`).
  var gains: UnsafePointer<Float>
  /// Colours (`ColorTable.entries`); read where `isColored`.
  var ramp: UnsafePointer<SIMD4<Float>>
}

extension TrailParameters {
  /// Number of points that are traced along a ribbon.
  static func pointCount(_ trail: Trail, of cell: Cell) -> Int {
    guard cell.isStepped else { return trail.segments + 1 }
    // Points lie at multiples of the stride, at most ⌈duration ÷ stride⌉ + 1 of them within the duration, and two at the ends.
    return Int((trail.duration / cell.step / Double(stepStride(trail, of: cell))).rounded(.up)) + 3
  }

  /// Smallest number of whole steps between two points that gives no more than `trail.segments` pieces; at most 2²⁴, up to which a
  /// Float is exact.
  static func stepStride(_ trail: Trail, of cell: Cell) -> Int32 {
    Int32(max(1, min((trail.duration / cell.step / Double(trail.segments)).rounded(.up), 0x1p24)))
  }

  /// Elements of the memory in which the ribbons of eight particles are traced (`TracedPoints`).
  var float8Count: Int { TracedPoints.Plane.count * pointCount }

  static func compile(_ cell: Cell, canvas: Canvas, memory: EmitterProgramMemory) -> UnsafePointer<TrailParameters> {
    var parameters = TrailParameters(widths: memory.keep([]), gains: memory.keep([]), ramp: memory.keep([]))
    guard let trail = cell.trail else { return memory.keep([parameters]) }
    parameters.pointCount = pointCount(trail, of: cell)
    parameters.duration = Float(trail.duration)
    parameters.lingers = trail.lingers
    parameters.halfWidth = trail.width.map { Float($0 / 2 * canvas.pixelsPerPoint) } ?? 0
    // Sharp sides have an anti-aliased ramp of one pixel. Soft sides are only sampled at pixel centres, and so have to be wider.
    parameters.minimumHalfWidth = cell.hasSoftTrail ? 1.5 : 0.75
    parameters.stepStride = stepStride(trail, of: cell)
    parameters.widths = memory.keep(
      CurveTable.floats { location in
        let width = 1 + (trail.taper - 1) * location
        return trail.widthOverLength.isEmpty ? width : width * trail.widthOverLength.value(at: location)
      })
    var alpha = trail.alphaOverLength
    if alpha.isEmpty {
      alpha = trail.colorOverLength.isEmpty ? [NumberStop(0, 1), NumberStop(1, 0)] : [NumberStop(0, 1)]
    }
    parameters.gains = memory.keep(CurveTable.floats { alpha.value(at: $0) })
    if !trail.colorOverLength.isEmpty {
      parameters.isColored = true
      parameters.ramp = memory.keep(
        ColorTable.entries(
          trail.colorOverLength, interpolation: cell.interpolation, encoded: canvas.blending == .srgb))
    }
    return memory.keep([parameters])
  }
}
