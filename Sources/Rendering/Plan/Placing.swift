import Model

/// The transforms of a layer and of those around it at one time, for layers that are drawn in their place at once.
struct Placing {
  /// Where a point of the layer is drawn, in points of the canvas.
  private(set) var projection = Projection.identity
  /// Whether it is the same at all times.
  private(set) var isConstant = true
  /// Whether the layer is seen edge-on, or shrinks to a line or a point: nothing of it is drawn.
  private(set) var isFlat = false

  /// That of a layer with a transform in layers that are placed so.
  func inside(_ transform: LayerTransform, at clock: AnimationClock, on canvas: Canvas) -> Placing {
    var placing = self
    placing.projection = transform.projection(at: clock, on: canvas).then(projection)
    placing.isConstant = isConstant && transform.isConstant
    placing.isFlat = isFlat || placing.projection.inverse == nil
    return placing
  }
}
