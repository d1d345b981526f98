/// The glow that is added to a finished frame.
package struct Glow {
  let bloom: Bloom
  let strength: Float

  package init(_ bloom: Bloom, strength: Float) {
    self.bloom = bloom
    self.strength = strength
  }
}
