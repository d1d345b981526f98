import Lanes
import Model

// Births in clusters (`Cluster` in Model): the place on the emitter's shape is chosen by a key that all particles of a cluster share.

extension CellEvaluator {
  /// Keys that choose places on the emitter's shape: the particles' own, or those of their clusters.
  @_transparent
  func placeKeys(_ keys: RandomKeys) -> RandomKeys {
    has(.clustered) ? RandomKeys(perParticle: keys.perParent, perParent: keys.perParent) : keys
  }

  /// Distances of eight particles from the places of their clusters along an axis, in pixels.
  @inline(__always)
  func clusterOffset(_ channel: RandomChannel, _ keys: RandomKeys) -> Float8 {
    Distribution.normal.quantile(keys.perParticle.uniform(channel)) * (2 * kernel.pointee.clusterSpread)
  }
}

extension Evaluation {
  /// Keys of the clusters of the eight births `number` ... `number` + 7.
  @inline(never)
  func clusterKeys(_ kernel: UnsafeMutablePointer<CellKernel>, source: BirthSource, number: UInt64) -> ParticleKeys8 {
    let size = kernel.pointee.clusterSize
    var (cluster, member) = number.quotientAndRemainder(dividingBy: size)
    var (low, high) = (UInt32x8(), UInt32x8())
    for lane in 0..<8 {
      // The topmost bit is 0 in the index of every birth.
      let index = BirthIndex.index(source: source, number: cluster) | 1 << 63
      low[lane] = UInt32(truncatingIfNeeded: index)
      high[lane] = UInt32(truncatingIfNeeded: index >> 32)
      member += 1
      if member == size { (cluster, member) = (cluster + 1, 0) }
    }
    return kernel.pointee.stream.keys(low: low, high: high)
  }
}
