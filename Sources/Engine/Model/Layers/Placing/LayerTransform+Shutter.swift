extension LayerTransform {
  /// Whether the layer is smeared along its own motion at some time.
  package var isSmeared: Bool { shutter > 0 && !isConstant }
}

/// Motion blur of a layer along its own transform: the mean of the layer's drawings at shutter samples, equal steps of the open
/// shutter's time. There is one sample for each pixel that the fastest point of the layer moves.
extension Filter.Placement {
  /// The most shutter samples of a frame. Where the layer moves by more pixels than this, neighbouring samples lie more than a pixel apart.
  package static let shutterSampleLimit = 96
  /// The length in pixels of the longest path that counts as no motion.
  private static let stillPixels = 0.25
  /// Number of straight pieces by which a point's path is measured, one for each equal part of the open shutter's time.
  private static let pathPieceCount = 8

  /// The layer's projections at the shutter samples of a frame, in points; a single one if the layer hardly moves.
  package func projections(at clock: AnimationClock, on canvas: Canvas) -> [Projection] {
    let count = shutterSampleCount(at: clock, on: canvas)
    if count == 1 { return [transform.projection(at: clock, on: canvas)] }
    return (0..<count).map { index in
      // From −½, when the shutter opens, to ½, when it closes; the frame's time is 0.
      let shutterShare = (Double(index) + 0.5) / Double(count) - 0.5
      return transform.projection(
        at: layerClock(after: clock, by: shutterSeconds * shutterShare, on: canvas), on: canvas)
    }
  }

  /// The number of shutter samples of a frame: the length of the longest path, in pixels rounded up, of nine points of the canvas: the
  /// corners, the middles of the sides and the centre. 1 if the layer hardly moves, else 2 to `shutterSampleLimit`.
  package func shutterSampleCount(at clock: AnimationClock, on canvas: Canvas) -> Int {
    guard shutterSeconds > 0 else { return 1 }
    var pathPixels = [Double](repeating: 0, count: 9)
    var previousPoints = [(x: Double, y: Double, w: Double)](repeating: (0, 0, 0), count: 9)
    for piece in 0...Self.pathPieceCount {
      let shutterShare = Double(piece) / Double(Self.pathPieceCount) - 0.5
      let projection = transform.projection(
        at: layerClock(after: clock, by: shutterSeconds * shutterShare, on: canvas), on: canvas)
      for index in 0..<9 {
        let point = projection(
          canvas.widthPoints * Double(index % 3) / 2, canvas.heightPoints * Double(index / 3) / 2)
        let previous = previousPoints[index]
        // Points behind the eye are not visible.
        if piece > 0 && point.w > 0 && previous.w > 0 {
          let (x, y) = (point.x - previous.x, point.y - previous.y)
          pathPixels[index] += (x * x + y * y).squareRoot() * canvas.pixelsPerPoint
        }
        previousPoints[index] = point
      }
    }
    let longestPixels = min(pathPixels.max() ?? 0, Double(Self.shutterSampleLimit))
    return longestPixels <= Self.stillPixels ? 1 : max(Int(longestPixels.rounded(.up)), 2)
  }

  /// The layer's clock `seconds` after the time of `frameClock`; `frameClock` itself if the layer is hidden then.
  private func layerClock(
    after frameClock: AnimationClock, by seconds: Double, on canvas: Canvas
  ) -> AnimationClock {
    var canvasTime = frameClock.canvas + seconds
    let duration = canvas.duration.double
    if canvas.loops && duration > 0 { canvasTime -= (canvasTime / duration).rounded(.down) * duration }
    return timings.localTime(at: canvasTime).map { AnimationClock(local: $0, canvas: canvasTime) } ?? frameClock
  }
}
