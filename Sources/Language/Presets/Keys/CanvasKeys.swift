import JSON
import Model

/// The canvas as written, before it is fitted to the output's size.
///
/// Width and height are in points, the duration in seconds, and the shutter in degrees (360 is a whole frame).
struct CanvasDraft: Sendable {
  var width = 1920.0
  var height = 1080.0
  var frameRate = Rational(60)
  var duration = Rational(5)
  var seed: UInt64 = 0
  var loops = false
  var blending = Canvas.Blending.linear
  var shutter = 0.0
  /// Position of the duration in the text, for issues that are found later, such as a loop that is no whole number of frames.
  var durationOrigin: JSONNode.Position?

  /// 2⁵³ − 1, the largest whole number that every JSON reader keeps exactly: readers that store numbers as Double round larger
  /// ones.
  static let maximumSeed: UInt64 = 9_007_199_254_740_991
}

extension Declarations {
  static let canvas = Declaration<CanvasDraft>(
    "canvas", "What the scene is drawn on: size, frame rate, duration, seed, blending and shutter.", CanvasDraft(),
    [
      .number("width", \.width, .points, 1...16_384, "Width; lengths in the preset are in the same points."),
      .number("height", \.height, .points, 1...16_384, "Height."),
      Key(
        "frameRate", .rate,
        "Frames a second: a number or a fraction such as \"30000/1001\". 23.976, 29.97, 59.94 and 119.88 mean n·1000/1001.",
        default: { $0.frameRate.description }
      ) { node, decoder, canvas in
        if let rate = decoder.frameRate(node) { canvas.frameRate = rate }
      },
      Key(
        "duration", .exactSeconds,
        "Length in seconds, read as the exact decimal, or a formula of knobs and numbers: a knob may lengthen it.",
        default: { $0.duration.description }
      ) { node, decoder, canvas in
        canvas.durationOrigin = node.origin
        if let duration = decoder.exactDuration(node) { canvas.duration = duration }
      },
      Key(
        "seed", .number(NumberSchema(.none, 0...Double(CanvasDraft.maximumSeed), isWhole: true)),
        "The seed of all random numbers: another one gives another picture of the same kind.", default: { "\($0.seed)" }
      ) { node, decoder, canvas in
        if let seed = decoder.seed(node) { canvas.seed = seed }
      },
      .flag("loop", \.loops, "The last frame leads into the first without a seam."),
      .choice(
        "blending", \.blending,
        "\"linear\" adds light as nature does; \"srgb\" blends encoded values as browsers and UIKit do."),
      .number(
        "shutter", \.shutter, .degrees, 0...720,
        "Motion blur of particles: how long the shutter is open, around the frame's time; 360 is the time of one frame at frameRate."
      ),
    ])
}

extension PresetDecoder {
  /// Reads the exact frame rate from a number or a fraction.
  func frameRate(_ node: JSONNode) -> Rational? {
    let text: String
    switch node.value {
    case .number(_, let numberText): text = numberText
    case .string(let string): text = string
    default:
      report("should be a number of frames a second, not \(node.messageText)", at: node)
      return nil
    }
    if let rate = ExactNumbers.frameRate(text) { return rate }
    let hint = Double(text) == nil ? literalHint(text, .framesPerSecond) : nil
    report("\(shortened(text)) is not a frame rate\(hint ?? ": \(ExactNumbers.frameRateRule)")", at: node)
    return nil
  }

  /// Reads the exact duration, in seconds, from a decimal or a formula.
  func exactDuration(_ node: JSONNode) -> Rational? {
    if let text = node.string, text.utf8.first == UInt8(ascii: "=") { return calculatedDuration(text, node) }
    guard case .number(_, let text) = node.value else {
      report("should be a number of seconds, not \(node.messageText)\(exactNumberHint(node, .seconds))", at: node)
      return nil
    }
    if let duration = ExactNumbers.duration(text) { return duration }
    report("\(shortened(text)) is not a duration: \(ExactNumbers.durationRule)", at: node)
    return nil
  }

  /// Reads a duration in seconds from a formula of knobs and numbers, rounded to a millionth.
  private func calculatedDuration(_ text: String, _ node: JSONNode) -> Rational? {
    if let word = Scope.words(of: text).first(where: scope.dependsOnCanvasOrCopy) {
      report("the canvas's length is calculated from knobs and numbers, not from \(word)", at: node)
      return nil
    }
    guard let seconds = number(node, NumberSchema(.seconds)) else { return nil }
    let millionths = (seconds * 1e6).rounded()
    guard millionths > 0, millionths <= Double(Limits.durationSeconds) * 1e6 else {
      report("\(quoted(text)) is \(plain(seconds)), no duration: \(ExactNumbers.durationRule)", at: node)
      return nil
    }
    return Rational(Int64(millionths), 1_000_000)
  }

  /// Reads a seed from its digits, without rounding; a point or an exponent is refused.
  func seed(_ node: JSONNode) -> UInt64? {
    guard case .number(_, let text) = node.value else {
      report("should be a whole number, not \(node.messageText)\(exactNumberHint(node, .none))", at: node)
      return nil
    }
    if let seed = UInt64(text), seed <= CanvasDraft.maximumSeed { return seed }
    report("\(shortened(text)) is not a seed: a seed is a whole number from 0 to \(CanvasDraft.maximumSeed)", at: node)
    return nil
  }

  /// The end of a message on a text where only a number is read, digit by digit: what to write instead. Empty if nothing can be
  /// guessed.
  private func exactNumberHint(_ node: JSONNode, _ unit: ValueUnit) -> String {
    guard let text = node.string else { return "" }
    if text.utf8.first == UInt8(ascii: "=") { return "; it cannot be an expression" }
    return literalHint(text, unit) ?? ""
  }
}
