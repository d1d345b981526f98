/// The times that an animated value can read, in seconds.
package struct AnimationClock: Sendable, Equatable {
  /// `t`: the local time of the layer.
  package var local: Double
  /// `T`: the time of the canvas.
  package var canvas: Double

  @inlinable package init(local: Double, canvas: Double) {
    self.local = local
    self.canvas = canvas
  }

  /// A clock for values of the canvas itself, whose local time is canvas time.
  @inlinable package init(_ seconds: Double) { self.init(local: seconds, canvas: seconds) }
}
