import Model

/// The combined transforms of a layer and of the layers that contain it at one time, for a layer that is transformed before it is
/// drawn, not by a filter afterwards.
struct Placing {
  /// Maps a position in the layer to the position on the canvas where it is drawn, both in points.
  private(set) var projection = Projection.identity
  /// Whether `projection` is the same at all times.
  private(set) var isConstant = true
  /// Whether the layer is seen edge-on, or has shrunk to a line or a point. It is then not drawn.
  private(set) var isFlat = false

  /// The placing of a layer with the given transform that lies in a layer with this placing.
  func inside(_ transform: LayerTransform, at clock: AnimationClock, on canvas: Canvas) -> Placing {
    var placing = self
    placing.projection = transform.projection(at: clock, on: canvas).then(projection)
    placing.isConstant = isConstant && transform.isConstant
    placing.isFlat = isFlat || placing.projection.inverse == nil
    return placing
  }
}
