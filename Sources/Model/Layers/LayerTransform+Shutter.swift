extension LayerTransform {
  /// Whether the layer is smeared along its own motion at some time.
  package var isSmeared: Bool { shutter > 0 && !isConstant }
}

/// Motion blur of a layer along its own transform: the mean of views of the layer at equal steps of the open shutter's time. There are as many
/// views as the fastest point of the layer moves pixels.
extension Filter.Placement {
  /// The most views of a frame. If the layer moves by more pixels, neighbouring views lie more than a pixel apart.
  package static let maximumViews = 96
  /// The longest path in pixels that counts as no motion.
  private static let stillPixels = 0.25
  /// Number of straight pieces, one for each equal part of the open shutter's time, whose lengths add up to a point's path.
  private static let pathPieces = 8

  /// The views of the layer while the shutter is open, in points; a single one if it hardly moves.
  package func projections(at clock: AnimationClock, on canvas: Canvas) -> [Projection] {
    let count = viewCount(at: clock, on: canvas)
    if count == 1 { return [transform.projection(at: clock, on: canvas)] }
    return (0..<count).map { index in
      let share = (Double(index) + 0.5) / Double(count) - 0.5
      return transform.projection(at: self.clock(after: shutterSeconds * share, clock, canvas), on: canvas)
    }
  }

  /// The number of views of a frame: the longest path, in pixels rounded up, of nine points spread over the canvas.
  package func viewCount(at clock: AnimationClock, on canvas: Canvas) -> Int {
    guard shutterSeconds > 0 else { return 1 }
    var lengths = [Double](repeating: 0, count: 9)
    var last = [(x: Double, y: Double, w: Double)](repeating: (0, 0, 0), count: 9)
    for piece in 0...Self.pathPieces {
      let share = Double(piece) / Double(Self.pathPieces) - 0.5
      let projection = transform.projection(at: self.clock(after: shutterSeconds * share, clock, canvas), on: canvas)
      for index in 0..<9 {
        let point = projection(
          canvas.widthPoints * Double(index % 3) / 2, canvas.heightPoints * Double(index / 3) / 2)
        // Points behind the eye are not visible.
        if piece > 0 && point.w > 0 && last[index].w > 0 {
          let (x, y) = (point.x - last[index].x, point.y - last[index].y)
          lengths[index] += (x * x + y * y).squareRoot() * canvas.pixelsPerPoint
        }
        last[index] = point
      }
    }
    let longest = min(lengths.max() ?? 0, Double(Self.maximumViews))
    return longest <= Self.stillPixels ? 1 : max(Int(longest.rounded(.up)), 2)
  }

  /// The layer's clock `seconds` after the frame's time; `clock` itself, the frame's, if the layer is hidden then.
  private func clock(after seconds: Double, _ clock: AnimationClock, _ canvas: Canvas) -> AnimationClock {
    var time = clock.canvas + seconds
    let duration = canvas.duration.double
    if canvas.loops && duration > 0 { time -= (time / duration).rounded(.down) * duration }
    return timings.localTime(at: time).map { AnimationClock(local: $0, canvas: time) } ?? clock
  }
}
