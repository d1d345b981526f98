import Lanes

/// Parameters of a force that may move, for eight particles; the force's kind says what they mean.
struct ForceParameters: BitwiseCopyable {
  var x = Float8()
  var y = Float8()
  /// Unit vector along which a distance is measured (a line or plane), across which it is (an axis), or a gust blows.
  var normalX = Float8()
  var normalY = Float8()
  var strength = Float8()
  var radius = Float8()
  var falloffInverse = Float8()
  /// A vortex's pull to the middle.
  var pull = Float8()

  static let count = 8

  /// Equal parameters for all particles. `row` holds them in the order of the fields.
  init(_ row: Float8) {
    x = Float8(repeating: row[0])
    y = Float8(repeating: row[1])
    normalX = Float8(repeating: row[2])
    normalY = Float8(repeating: row[3])
    strength = Float8(repeating: row[4])
    radius = Float8(repeating: row[5])
    falloffInverse = Float8(repeating: row[6])
    pull = Float8(repeating: row[7])
  }
}

extension ForceParameters {
  // The two parameters of the air.
  /// Share of the velocity that is lost a second for each pixel a second of speed.
  @inline(__always) var quadraticDrag: Float8 { strength }
  /// Pixels a second.
  @inline(__always) var speedLimit: Float8 { radius }

  static func airRow(quadraticDrag: Double, speedLimit: Double) -> Float8 {
    Float8(0, 0, 0, 0, Float(quadraticDrag), Float(speedLimit), 0, 0)
  }
}

/// Further parameters of a force for particles in space.
struct ForceParametersZ: BitwiseCopyable {
  var z = Float8()
  var normalZ = Float8()

  /// Equal parameters for all particles. `row` holds them in the order of the fields.
  init(_ row: SIMD2<Float>) {
    z = Float8(repeating: row.x)
    normalZ = Float8(repeating: row.y)
  }
}
