/// Motion blur: how many shutter samples of a particle are drawn while the shutter is open.
///
/// The particle's trajectory during the exposure is cut into pieces of equal time, one for each shutter sample. A round sprite
/// is swept along the straight line between a piece's ends (`Cell.isSwept`); any other sprite is drawn still, in the middle of
/// the piece. The number of samples is a power of two and follows from the particle alone (`Evaluation.appendShutterSamples`).
package enum Shutter {
  /// The most samples of one particle.
  @inlinable package static var maximumSamples: Int { 64 }
  /// Pixels by which the straight line of a swept sprite may deviate from the particle's trajectory.
  @inlinable package static var maximumDeviationPixels: Double { 0.25 }
  /// The most samples that growing or fading alone, without motion, gives a swept sprite.
  @inlinable package static var maximumGrowOrFadeSamples: Int { 16 }
  /// For a sprite that is not swept: samples for each pixel that it moves during the exposure.
  @inlinable package static var samplesPerPixel: Double { 1.0 }
  /// For a sprite that is not swept: pixels up to which its motion during the exposure is drawn by a single sample.
  @inlinable package static var oneSampleMotionPixels: Double { 0.25 }
  /// For a sprite that is not swept: pixels up to which its motion during the exposure is drawn by two samples.
  @inlinable package static var twoSampleMotionPixels: Double { 1.5 }
  /// The least number of samples of a sprite that is not swept and moves farther than `twoSampleMotionPixels`.
  @inlinable package static var minimumSamplesBeyondTwo: Int { 4 }
}

extension Canvas {
  /// Canvas seconds for which the shutter is open for a cell's particles; 0 without motion blur.
  ///
  /// Particles that are joined by lines (`Cell.links`) have no motion blur: each end of a line needs one position.
  package func shutterSeconds(of cell: Cell, in emitter: Emitter) -> Double {
    if cell.links != nil { return 0 }
    let degrees = cell.shutter ?? emitter.shutter ?? shutter
    return degrees / 360 / presetFrameRate.double
  }
}
