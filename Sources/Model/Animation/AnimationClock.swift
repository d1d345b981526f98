/// The times that an animated value can read, in seconds.
public struct AnimationClock: Sendable, Equatable {
  /// `t`: the local time of the layer.
  public var local: Double
  /// `T`: the time of the canvas.
  public var canvas: Double

  public init(local: Double, canvas: Double) {
    self.local = local
    self.canvas = canvas
  }

  public init(_ seconds: Double) { self.init(local: seconds, canvas: seconds) }
}
