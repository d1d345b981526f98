import Lanes

/// State of eight particles at their birth, including all random numbers. The particles' trajectories, appearance and children follow
/// from this state and their age. States of particles that have children are kept in memory (`Block`), where the children read them.
///
/// Lengths are pixels of the frame before a camera projects them (y downwards, z towards the eye), times seconds, angles turns
/// (1 = 360°, clockwise on the canvas). Colours are straight, in the values that the canvas blends: linear light, or sRGB-encoded
/// values. Members of features that a cell does not have stay 0.
struct SpawnState {
  var lifetime = Float8()
  /// Age in seconds at which a boundary kills the particle, infinite where none does; known only once the particle has been integrated,
  /// and set only in states that are kept for children, of cells with `CellFeature.killBoundary`.
  var endAge = Float8()
  /// Position (pixels) and velocity (pixels a second) at birth, and the direction of emission (a unit vector).
  var x = Float8()
  var y = Float8()
  var velocityX = Float8()
  var velocityY = Float8()
  var directionX = Float8()
  var directionY = Float8()
  /// Constant acceleration in pixels a second squared.
  var gravityX = Float8()
  var gravityY = Float8()
  /// Drag coefficient k in 1/s, at least 0: v′ = −k·(v − wind).
  var drag = Float8()
  /// Velocity of the air in pixels a second.
  var windX = Float8()
  var windY = Float8()
  /// Pixels along the direction at birth that `travelEase` adds to the position by the end of life.
  var travel = Float8()
  /// Sway adds A·sin(2π(f·age + φ)) to x and A·cos(2π(f·age + φ)) to y: amplitudes A in pixels, frequencies f in hertz, phase φ
  /// in turns.
  var swayAmplitudeX = Float8()
  var swayAmplitudeY = Float8()
  var swayFrequencyX = Float8()
  var swayFrequencyY = Float8()
  var swayPhase = Float8()
  /// Factor of the sprite's size at birth, and its change a second.
  var scale = Float8()
  var scaleSpeed = Float8()
  /// Colour at birth.
  var red = Float8()
  var green = Float8()
  var blue = Float8()
  /// Change of the colour per second.
  var redSpeed = Float8()
  var greenSpeed = Float8()
  var blueSpeed = Float8()
  /// Typical displacement by drift in pixels, and the noise's time at birth in cells of its lattice (`DriftField.phase`).
  var drift = Float8()
  var driftPhase = Float8()
  /// Amplitude of flutter along x in pixels, and the amplitude along y as a share of the one along x (`addFlutter`).
  var flutter = Float8()
  var flutterLift = Float8()
  /// Rotation of a flat sprite about its own x axis: turns at birth, and turns a second.
  var tumble = Float8()
  var tumbleSpeed = Float8()
  /// Third coordinates, towards the eye: of the position, the velocity, the direction of emission and the acceleration.
  var z = Float8()
  var velocityZ = Float8()
  var directionZ = Float8()
  var gravityZ = Float8()
  /// Pixels from a gathering particle's place on the emitter's shape to its starting point, and seconds from its birth to its departure.
  var scatterX = Float8()
  var scatterY = Float8()
  var gatherDelay = Float8()
  /// Opacity at birth, and its change a second.
  var alpha = Float8()
  var alphaSpeed = Float8()
  /// Factor of the light.
  var intensity = Float8()
  /// Largest share of the light that twinkling takes away, and the twinkle's frequency in hertz.
  var twinkle = Float8()
  var twinkleFrequency = Float8()
  /// Rotation in the plane of the canvas: turns at birth, and turns a second.
  var rotation = Float8()
  var spin = Float8()
  /// Turns that `travelEase` adds to the rotation by the end of life.
  var turn = Float8()
  /// Seconds: speed × stretch is added to the sprite's length along its velocity.
  var stretch = Float8()
  /// Rotation of a flat sprite about the y axis that it had before the tumble: turns at birth, and turns a second.
  var tilt = Float8()
  var tiltSpeed = Float8()
  /// Factor of the light of a flat sprite's back.
  var backShade = Float8()
  /// White light that is added where a flat sprite faces the lamp, which stands above the eye (`flatSprite`).
  var glint = Float8()
  /// Share of the light that a flat sprite loses where its normal is at a right angle to the lamp.
  var shading = Float8()
  /// Half width and half height of the sprite in pixels at scale 1.
  var halfWidth = Float8()
  var halfHeight = Float8()
  /// Half widths by which the sprite's middle lies behind the particle: 1 for a streak, whose head is at the particle; else 0.
  var headShift = Float8()
  /// Index of the sprite among the cell's sprites.
  var sprite = Int32x8()
  /// The ways of particles that come together on several shapes, one after the other; nil for all others. The memory is that of the block
  /// in which the state is kept.
  var laterWays: UnsafeMutablePointer<LaterWay>?

  @inline(__always)
  init() {}
}
