import Lanes

/// The parameters of a force that may be animated, in pixels and seconds, at the times of eight particles.
struct ForceParameters: BitwiseCopyable {
  /// Position of an attractor or vortex; for a wave, its largest acceleration.
  var x = Float8()
  var y = Float8()
  /// Unit vector, in 3-D with `ForceParametersZ.normalZ`: the normal of a line or plane, the direction of an axis, or the direction in
  /// which a gust blows.
  var normalX = Float8()
  var normalY = Float8()
  /// Pixels a second squared; for an attractor, its stiffness in 1/s²; for the air, `quadraticDrag`.
  var strength = Float8()
  /// Radius in pixels within which an attractor does nothing and a vortex weakens linearly to 0 in its middle; for the air,
  /// `speedLimit`.
  var radius = Float8()
  /// 1 ÷ the falloff's distance in pixels.
  var inverseFalloffDistance = Float8()
  /// A vortex's acceleration towards its middle, in pixels a second squared.
  var pull = Float8()

  /// Number of fields, and of elements of a row.
  static let count = 8

  /// Equal parameters for all particles. `row` holds them in the order of the fields.
  init(_ row: Float8) {
    x = Float8(repeating: row[0])
    y = Float8(repeating: row[1])
    normalX = Float8(repeating: row[2])
    normalY = Float8(repeating: row[3])
    strength = Float8(repeating: row[4])
    radius = Float8(repeating: row[5])
    inverseFalloffDistance = Float8(repeating: row[6])
    pull = Float8(repeating: row[7])
  }
}

extension ForceParameters {
  // The air's two parameters are stored in fields with other names.

  /// Coefficient in 1/pixel; coefficient × speed is a drag coefficient in 1/s.
  @inline(__always) var quadraticDrag: Float8 { strength }
  /// Upper limit of the speed in pixels a second.
  @inline(__always) var speedLimit: Float8 { radius }

  /// Row of the air's parameters, in the order of the fields.
  static func airRow(quadraticDrag: Double, speedLimit: Double) -> Float8 {
    Float8(0, 0, 0, 0, Float(quadraticDrag), Float(speedLimit), 0, 0)
  }
}

/// Further parameters of a force for 3-D particles: the third components of position (or of a wave's acceleration) and normal.
struct ForceParametersZ: BitwiseCopyable {
  var z = Float8()
  var normalZ = Float8()

  /// Equal parameters for all particles. `row` holds them in the order of the fields.
  init(_ row: SIMD2<Float>) {
    z = Float8(repeating: row.x)
    normalZ = Float8(repeating: row.y)
  }
}
