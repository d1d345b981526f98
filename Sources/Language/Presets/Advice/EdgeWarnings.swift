import Model

/// Warnings of pictures and clips in space that fill the canvas, and whose edge the camera sees at some time: gradients and fields reach as far
/// as the camera sees, pictures end.
enum EdgeWarnings {
  /// Equal intervals of the canvas's duration at whose ends the camera is tried.
  private static let intervalCount = 96

  static func problems(of scene: Scene) -> [SceneProblem] {
    scene.layers.enumerated().flatMap { index, layer in
      problems(of: layer, [.layer(name: layer.name, index: index)], in: [], on: scene.canvas)
    }
  }

  private static func problems(
    of layer: Layer, _ path: [ScenePathComponent], in groups: [LayerTiming], on canvas: Canvas
  ) -> [SceneProblem] {
    let timings = groups + [layer.timing]
    if let transform = layer.transform, transform.zPosition != nil, let box = layer.pictureBox,
      let seconds = firstSightOfEdge(of: box, transform, timings, on: canvas)
    {
      return [
        SceneProblem(
          path: path,
          message:
            "the camera sees its edge at \(SceneProblem.numberText(seconds)) s: it fills the canvas at z = 0 only; make its size larger, or let the camera move less"
        )
      ]
    }
    return layer.sourceLayers.flatMap { problems(of: $0.layer, path + $0.scenePath, in: timings, on: canvas) }
  }

  /// The first of the tried times at which a corner of the frame lies outside of the box, which covers the canvas.
  private static func firstSightOfEdge(
    of box: (center: AnimatedPoint, size: AnimatedPoint), _ transform: LayerTransform, _ timings: [LayerTiming],
    on canvas: Canvas
  ) -> Double? {
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    for index in 0...intervalCount {
      let seconds = canvas.duration.double * Double(index) / Double(intervalCount)
      guard let local = timings.localTime(at: seconds) else { continue }
      let clock = AnimationClock(local: local, canvas: seconds)
      let (halfWidth, halfHeight) = (box.size.x.value(at: clock) / 2, box.size.y.value(at: clock) / 2)
      // A smaller picture is a card, whose edges are meant to be seen.
      guard 2 * halfWidth >= width * 0.999, 2 * halfHeight >= height * 0.999,
        let inverse = transform.projection(at: clock, on: canvas).inverse
      else { continue }
      let (centerX, centerY) = (box.center.x.value(at: clock), box.center.y.value(at: clock))
      for (x, y) in [(0, 0), (width, 0), (0, height), (width, height)] {
        let point = inverse(x, y)
        // Half a point is not noticed.
        if point.w <= 0 || abs(point.x - centerX) > halfWidth + 0.5 || abs(point.y - centerY) > halfHeight + 0.5 {
          return seconds
        }
      }
    }
    return nil
  }
}

extension Layer {
  /// The box of a picture or clip that fills it, in points; nil for other layers.
  fileprivate var pictureBox: (center: AnimatedPoint, size: AnimatedPoint)? {
    switch source {
    case .image(let picture) where picture.fit != .contain && picture.fit != .none: (picture.center, picture.size)
    case .video(let video) where video.fit != .fit: (video.center, video.size)
    default: nil
    }
  }
}
