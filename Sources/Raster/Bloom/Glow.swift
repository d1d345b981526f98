/// A bloom whose passes are done, to be added to a finished frame.
package struct Glow {
  let bloom: Bloom
  /// Factor of the glow.
  let strength: Float

  package init(_ bloom: Bloom, strength: Float) {
    self.bloom = bloom
    self.strength = strength
  }
}
