/// A bloom whose passes are done, to be added to a finished frame.
package struct Glow {
  let bloom: Bloom
  /// The bloom whose light is added.
  package var source: Bloom { bloom }
  /// Factor of the glow.
  let strength: Float

  package init(_ bloom: Bloom, strength: Float) {
    self.bloom = bloom
    self.strength = strength
  }
}
