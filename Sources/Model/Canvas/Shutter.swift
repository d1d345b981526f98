// Motion blur: for how long the shutter is open, and how many samples of a particle are then drawn at most.
//
// A shutter sample is a round sprite swept along a straight piece of its path, or any sprite in the middle of one. Their
// number follows from the particle alone (`Evaluation.appendShutterSamples`), at most `Shutter.maximumSamples`.

package enum Shutter {
  /// Samples of one particle at most.
  @inlinable package static var maximumSamples: Int { 64 }
  /// Pixels by which a swept sprite may leave the true path of the particle.
  @inlinable package static var straightness: Double { 0.25 }
  /// Samples at most of a swept sprite that only grows or fades.
  @inlinable package static var maximumChangingSamples: Int { 16 }
  /// Samples for each pixel that a sprite moves.
  @inlinable package static var samplesPerPixel: Double { 1.0 }
  /// Pixels of motion up to which one sample will do, or two; the fewest samples of those that move farther.
  @inlinable package static var leastMotion: Double { 0.25 }
  @inlinable package static var slowMotion: Double { 1.5 }
  @inlinable package static var fewSamples: Int { 4 }
}

extension Canvas {
  /// Seconds of canvas time during which the light of a cell's particles is gathered; 0 without motion blur.
  ///
  /// Particles that lines join stay sharp: a line has ends.
  package func shutterSeconds(of cell: Cell, in emitter: Emitter) -> Double {
    if cell.links != nil { return 0 }
    return (cell.shutter ?? emitter.shutter ?? shutter) / 360 / presetFrameRate.double
  }
}
