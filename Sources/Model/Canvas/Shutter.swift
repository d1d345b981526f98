// Motion blur: for how long the shutter is open, and how many samples of a particle are then drawn at most.
//
// A shutter sample is a round sprite swept along a straight piece of its path, or any sprite in the middle of one. Their
// number follows from the particle alone (`Evaluation.appendShutterSamples`), at most `Shutter.maximumSamples`.

public enum Shutter {
  /// Samples of one particle at most.
  public static let maximumSamples = 64
  /// Pixels by which a swept sprite may leave the true path of the particle.
  public static let straightness = 0.25
  /// Samples at most of a swept sprite that only grows or fades.
  public static let maximumChangingSamples = 16
  /// Samples for each pixel that a sprite moves.
  public static let samplesPerPixel = 1.0
  /// Pixels of motion up to which one sample will do, or two; the fewest samples of those that move farther.
  public static let leastMotion = 0.25
  public static let slowMotion = 1.5
  public static let fewSamples = 4
}

extension Canvas {
  /// Seconds of canvas time during which the light of a cell's particles is gathered; 0 without motion blur.
  ///
  /// Particles that lines join stay sharp: a line has ends.
  public func shutterSeconds(of cell: Cell, in emitter: Emitter) -> Double {
    if cell.links != nil { return 0 }
    return (cell.shutter ?? emitter.shutter ?? shutter) / 360 / presetFrameRate.double
  }
}
