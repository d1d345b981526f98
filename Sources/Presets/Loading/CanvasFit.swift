import Model

/// Fits a canvas to the output that was asked for.
enum CanvasFit {
  /// The size in pixels that was asked for.
  static func pixels(_ draft: CanvasDraft, _ size: PresetSettings.Size?) -> (width: Double, height: Double) {
    switch size {
    case .pixels(let width, let height): (Double(width), Double(height))
    case .percent(let percent):
      (
        max(1, (draft.width * percent / 100).rounded(.toNearestOrAwayFromZero)),
        max(1, (draft.height * percent / 100).rounded(.toNearestOrAwayFromZero))
      )
    case nil:
      (
        max(1, draft.width.rounded(.toNearestOrAwayFromZero)), max(1, draft.height.rounded(.toNearestOrAwayFromZero))
      )
    }
  }

  /// The reason to refuse a size; nil if it is fine.
  static func problem(_ width: Double, _ height: Double) -> String? {
    if max(width, height) > Double(Limits.sidePixels) {
      return
        "a frame of \(figure(width)) × \(figure(height)) pixels; a side has at most \(grouped(Limits.sidePixels))"
    }
    if width * height > Double(Limits.framePixels) {
      return
        "a frame of \(figure(width)) × \(figure(height)) = \(figure(width * height)) pixels; at most \(grouped(Limits.framePixels)) are allowed"
    }
    return nil
  }

  /// The canvas in points that the output shows: s = min(W, H) ÷ min(w, h) pixels are a point, so that another aspect
  /// shows more at the sides and lengths stay.
  static func canvas(_ draft: CanvasDraft, width: Double, height: Double) -> Canvas {
    let scale = min(width, height) / min(draft.width, draft.height)
    return Canvas(
      widthPoints: width / scale, heightPoints: height / scale, widthPixels: Int(width), heightPixels: Int(height),
      pixelsPerPoint: scale, frameRate: draft.frameRate, presetFrameRate: draft.frameRate, duration: draft.duration,
      seed: draft.seed, loops: draft.loops, blending: draft.blending, shutter: draft.shutter)
  }

  /// The reason to refuse a loop whose length is no whole number of frames, with the nearest lengths that are.
  static func loopProblem(_ duration: Rational, _ rate: Rational) -> String? {
    let frames = duration * rate
    if frames.isWhole { return nil }
    func nearest(from start: Int64, step: Int64) -> String? {
      var count = start
      for _ in 0..<2_000 where count > 0 {
        let length = Rational(count) / rate
        if ExactNumbers.duration(ExactNumbers.text(length)) == length {
          return "\(ExactNumbers.text(length)) s is \(count) frame\(count == 1 ? "" : "s")"
        }
        count += step
      }
      return nil
    }
    let candidates = [nearest(from: frames.floor, step: -1), nearest(from: frames.ceiling, step: 1)].compactMap { $0 }
    let hint = candidates.isEmpty ? "" : ": \(candidates.joined(separator: ", "))"
    return
      "a loop of \(ExactNumbers.text(duration)) s at \(rate) frames a second is no whole number of frames\(hint)"
  }
}
