/// A velocity field without sources or sinks: the rotated gradient of a gradient noise.
///
/// Particles carried by the field swirl and never accumulate. Source: R. Bridson et al., "Curl-Noise for Procedural Fluid Flow"
/// (2007). Coordinates and periods are counted in cells of the noise's lattice; a period of 0 never repeats. Velocities are the
/// noise's derivatives per cell, typically about 0.7: callers multiply them by a speed. Costs as much as the gradient noise.
@usableFromInline
package enum CurlNoise {
  /// Velocity in a field that does not change with time.
  @inlinable @inline(__always)
  package static func velocity(
    _ x: Float8, _ y: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0
  ) -> (x: Float8, y: Float8) {
    let noise = GradientNoise.at(x, y, seed: seed, periodX: periodX, periodY: periodY)
    return (noise.dy, -noise.dx)
  }

  /// Velocity in a field that changes along z, which is time, counted in cells. With a `periodZ` above 0 the field repeats after
  /// that many cells.
  @inlinable @inline(__always)
  package static func velocity(
    _ x: Float8, _ y: Float8, _ z: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0, periodZ: Int32 = 0
  ) -> (x: Float8, y: Float8) {
    let noise = GradientNoise.at(x, y, z, seed: seed, periodX: periodX, periodY: periodY, periodZ: periodZ)
    return (noise.dy, -noise.dx)
  }
}
