/// A bloom whose blur passes are finished, and the strength at which it is added to a frame.
package struct Glow {
  package let bloom: Bloom
  /// Factor by which the bloom's light is multiplied.
  let strength: Float

  package init(_ bloom: Bloom, strength: Float) {
    self.bloom = bloom
    self.strength = strength
  }
}
