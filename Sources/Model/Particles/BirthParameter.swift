/// Number that a particle reads once, at its birth; of a point, x and y are two of them.
///
/// The order is that of the rows of `CellParameter.all`, after the emitter's own.
@usableFromInline
package enum BirthParameter: Int, CaseIterable, Sendable, Comparable {
  // Emitter
  case emitterX, emitterY, emitterWidth, emitterHeight, emitterZ, emitterDepth
  // Colour
  case red, green, blue, alpha
  // Emission
  case lifetime, lifetimeRange
  // Motion
  case velocity, velocityRange, emissionLongitude, emissionRange, emissionLatitude
  case xAcceleration, yAcceleration, zAcceleration, drag, dragRange, windX, windY, inheritVelocity
  case travel, travelRange
  case swayAmplitudeX, swayAmplitudeY, swayAmplitudeRangeX, swayAmplitudeRangeY
  case swayFrequencyX, swayFrequencyY, swayFrequencyRangeX, swayFrequencyRangeY, swayPhase, swayPhaseRange
  case driftAmplitude, flutter, flutterRange, flutterLift
  // Rotation
  case rotation, rotationRange, spin, spinRange, turn, turnRange, stretch
  case tumble, tumbleRange, tumbleSpeed, tumbleSpeedRange, tilt, tiltRange, tiltSpeed, tiltSpeedRange
  case shading, backShade, glint
  // Size
  case scale, scaleRange, scaleSpeed
  // Light
  case intensity, intensityRange
  case redRange, greenRange, blueRange, alphaRange, redSpeed, greenSpeed, blueSpeed, alphaSpeed
  case twinkle, twinkleFrequency

  @inlinable
  package static func < (a: BirthParameter, b: BirthParameter) -> Bool { a.rawValue < b.rawValue }
}
