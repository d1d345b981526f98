import Lanes
import Model

/// A force in the scene's units (points, seconds, degrees), with numbers that may be animated. Its kind and numbers are already
/// arranged as in the `ForceRecord` that `record` compiles.
struct ForceDescription {
  var kind: ForceRecord.Kind
  /// Position in points; for a wave, its largest acceleration in points a second squared.
  var position = AnimatedPoint(0, 0)
  /// Degrees in the canvas's plane.
  var angle: AnimatedNumber = 0
  /// Degrees that are added to `angle` for the angle of the normal in `ForceParameters`.
  var normalOffsetDegrees = 0.0
  var strength: AnimatedNumber = 0
  /// Factor from `strength` to `ForceParameters.strength`: pixels per point, or 1 for an attractor's stiffness (1/s²).
  var strengthFactor = 1.0
  /// Points; see `ForceParameters.radius`.
  var radius: AnimatedNumber = 0
  /// Exponent of the force's weakening beyond its radius (`Integrator.withFalloff`).
  var falloffExponent = 0
  /// Points beyond the radius at which the force is divided by 2 to the power `falloffExponent`.
  var falloffDistance: AnimatedNumber = 1
  /// A vortex's acceleration towards its middle, in points a second squared.
  var pull: AnimatedNumber = 0
  /// For 3-D particles: the third component of `position`.
  var zPosition: AnimatedNumber = 0
  /// For 3-D particles: degrees by which the normal or axis is lifted out of the canvas's plane, towards the eye.
  var latitude: AnimatedNumber = 0
  /// Size of the cells of a noise's lattice in points; 0 for a noise that does not depend on position.
  var scale = 0.0
  var seed: UInt32 = 0
  /// Frequency, period and phase of a wave, or of a noise along its time axis, in the units of `ForceRecord`.
  var frequency = 0.0
  var period = 1.0
  var phase = 0.0
  let isThreeDimensional: Bool
  let pixelsPerPoint: Double

  init(_ kind: ForceRecord.Kind, isThreeDimensional: Bool, pixelsPerPoint: Double) {
    self.kind = kind
    self.isThreeDimensional = isThreeDimensional
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// The force's numbers that change with time.
  var animatedNumbers: [AnimatedNumber] {
    ([position.x, position.y, angle, strength, radius, falloffDistance, pull]
      + (isThreeDimensional ? [zPosition, latitude] : []))
      .filter { !$0.isConstant }
  }

  /// Compiles the force, in pixels, seconds and turns.
  func record(_ tableTimes: ForceTableTimes, clock: LayerClock, memory: EmitterProgramMemory) -> ForceRecord {
    let source = ForceSource(
      tableTimes, clock: clock, memory: memory, isAnimated: !animatedNumbers.isEmpty, row: { row(at: $0) },
      rowZ: isThreeDimensional ? { rowZ(at: $0) } : nil)
    return ForceRecord(
      kind: kind, source: source, falloffExponent: falloffExponent,
      latticeCellsPerPixel: scale > 0 ? Float(1 / (scale * pixelsPerPoint)) : 0,
      frequency: frequency, phase: phase, period: period, seed: seed)
  }

  /// Row of `ForceParameters` at the time of `clock`, in pixels and seconds.
  private func row(at clock: AnimationClock) -> Float8 {
    let normal = Lanes.sincosTurns((angle.value(at: clock) + normalOffsetDegrees) / 360)
    // Length of the normal's projection onto the canvas's plane.
    let planeShare = isThreeDimensional ? Lanes.sincosTurns(latitude.value(at: clock) / 360).cos : 1
    return Float8(
      Float(position.x.value(at: clock) * pixelsPerPoint), Float(position.y.value(at: clock) * pixelsPerPoint),
      Float(normal.cos * planeShare),
      Float(normal.sin * planeShare), Float(strength.value(at: clock) * strengthFactor),
      Float(radius.value(at: clock) * pixelsPerPoint),
      Float(1 / (falloffDistance.value(at: clock) * pixelsPerPoint)), Float(pull.value(at: clock) * pixelsPerPoint))
  }

  /// Row of `ForceParametersZ` at the time of `clock`, in pixels.
  private func rowZ(at clock: AnimationClock) -> SIMD2<Float> {
    SIMD2(
      Float(zPosition.value(at: clock) * pixelsPerPoint), Float(Lanes.sincosTurns(latitude.value(at: clock) / 360).sin))
  }
}
