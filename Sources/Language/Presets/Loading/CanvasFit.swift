import JSON
import Model

/// Fits the canvas of a preset to the output's size.
enum CanvasFit {
  /// The most frame counts that are tried on either side of a loop's length, to find durations to suggest.
  private static let maximumTries = 2_000

  /// The output's size in whole pixels, not yet checked by `problem`. Without a setting, each point of the preset's canvas becomes
  /// a pixel.
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

  /// The reason to refuse a size in pixels; nil if the size is allowed.
  static func problem(_ width: Double, _ height: Double) -> String? {
    if max(width, height) > Double(Limits.sidePixels) {
      return
        "a frame of \(estimateText(width)) × \(estimateText(height)) pixels; a side has at most \(grouped(Limits.sidePixels))"
    }
    if width * height > Double(Limits.framePixels) {
      return
        "a frame of \(estimateText(width)) × \(estimateText(height)) = \(estimateText(width * height)) pixels; at most \(grouped(Limits.framePixels)) are allowed"
    }
    return nil
  }

  /// The canvas that fills an output of `width` × `height` pixels. The shorter sides of the preset and the output are fitted to
  /// each other: a point is min(width, height) ÷ (the preset's shorter side) pixels. With another aspect ratio, more or less is
  /// visible along the longer side. Both frame rates are the preset's; the caller replaces `frameRate` by that of the settings.
  static func canvas(_ draft: CanvasDraft, width: Double, height: Double) -> Canvas {
    let scale = min(width, height) / min(draft.width, draft.height)
    return Canvas(
      widthPoints: width / scale, heightPoints: height / scale, widthPixels: Int(width), heightPixels: Int(height),
      pixelsPerPoint: scale, frameRate: draft.frameRate, presetFrameRate: draft.frameRate, duration: draft.duration,
      seed: draft.seed, loops: draft.loops, blending: draft.blending, shutter: draft.shutter)
  }

  /// The reason to refuse a loop's duration, if that is no whole number of frames; otherwise nil. The reason suggests the nearest
  /// shorter and longer durations that are a whole number of frames and can be written in a preset.
  ///
  /// - Parameters:
  ///   - duration: seconds.
  ///   - rate: frames a second.
  static func loopProblem(_ duration: Rational, _ rate: Rational) -> String? {
    let frames = duration * rate
    if frames.isWhole { return nil }
    // Describes the first frame count, from `start` on in steps of `step`, whose duration can be written in a preset: with at
    // most `Limits.durationDecimals` decimals. At 30000/1001 frames a second 3 frames last 0.1001 s, but the duration of 1 frame
    // has infinitely many decimals.
    func nearest(from start: Int64, step: Int64) -> String? {
      var count = start
      for _ in 0..<maximumTries where count > 0 {
        let seconds = Rational(count) / rate
        if ExactNumbers.duration(ExactNumbers.text(seconds)) == seconds {
          return "\(ExactNumbers.text(seconds)) s is \(count) frame\(count == 1 ? "" : "s")"
        }
        count += step
      }
      return nil
    }
    let suggestions = [nearest(from: frames.floor, step: -1), nearest(from: frames.ceiling, step: 1)].compactMap { $0 }
    let hint = suggestions.isEmpty ? "" : ": \(suggestions.joined(separator: ", "))"
    return
      "a loop of \(ExactNumbers.text(duration)) s at \(rate) frames a second is not a whole number of frames\(hint)"
  }
}
