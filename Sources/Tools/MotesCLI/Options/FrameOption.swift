import Motes

/// The option `--frames`, which several commands have.
enum FrameOption {
  /// The syntax of the option's value, for help texts.
  static let grammar = "100, 100-119 with both ends, 0-239:10 for every tenth, :10 for every tenth of all"

  /// Reads the option's value.
  ///
  /// - Parameter allFrames: the range that `:10` steps through; frames that the text names may lie outside of it.
  static func parse(_ text: String, of allFrames: ClosedRange<Int>) throws -> FrameSequence {
    guard let frames = FrameSequence(text, of: allFrames) else {
      throw UsageError(
        "--frames \(text): expected a frame (100), a first and a last one (100-119), perhaps with steps (0-239:10), "
          + "or steps through all (:10), below \(Limits.frames).")
    }
    return frames
  }
}

extension Preset {
  /// The frames that `text`, the value of `--frames`, selects, which may lie after the canvas's end; all of the canvas's frames if
  /// `text` is nil.
  ///
  /// - Throws: `UsageError`, or `PresetError` if the last of these frames exceeds the limits.
  func frames(_ text: String?) throws -> FrameSequence {
    let whole = try wholeRange(of: scene.canvas)
    let frames = try text.map { try FrameOption.parse($0, of: whole) } ?? FrameSequence(whole)
    try checkLimits(until: Rational(Int64(frames.last)) / scene.canvas.frameRate)
    return frames
  }

  /// The frames that `--frames` names for a movie, which has every frame from the first to the last.
  func framesOfMovie(_ text: String?) throws -> ClosedRange<Int> {
    let frames = try self.frames(text)
    guard frames.step == 1 else {
      throw UsageError(
        "--frames \(text ?? ""): a movie has every frame from the first to the last. For fewer of them, at the same speed, "
          + "lower the rate: --fps \(scene.canvas.frameRate / Rational(Int64(frames.step))).")
    }
    return frames.range
  }
}
