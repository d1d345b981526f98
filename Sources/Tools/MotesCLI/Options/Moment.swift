import Motes

/// The moment of a preset that a still shows.
enum Moment {
  /// Seconds, and the text that names them: "2.5".
  case time(Rational, text: String)
  /// The number of a frame, counted from 0.
  case frame(Int)

  /// The moment of `--time`.
  init(timeText text: String) throws {
    guard let seconds = ExactNumbers.decimal(text, maximumDecimals: 9), seconds >= .zero,
      seconds <= Rational(Int64(Limits.durationSeconds))
    else {
      throw UsageError(
        "--time \(text): expected seconds from 0 to \(Limits.durationSeconds), with at most 9 decimals, such as 2.5.")
    }
    self = .time(seconds, text: text)
  }

  /// The moment of `--frame`.
  init(frameNumber number: Int) throws {
    guard number >= 0, number < Limits.frames else {
      throw UsageError("--frame \(number): expected a number from 0 to \(Limits.frames - 1).")
    }
    self = .frame(number)
  }

  /// The placeholder that stands for such a moment in a picture's name, without its braces: "time" or "frame".
  var placeholder: String {
    switch self {
    case .time: "time"
    case .frame: "frame"
    }
  }

  /// The text of the moment in place of `{time}` or `{frame}`: "2.5".
  var text: String {
    switch self {
    case .time(_, let text): text
    case .frame(let number): "\(number)"
    }
  }

  /// The moment for people: "2.5 s", "frame 30".
  var title: String {
    switch self {
    case .time(_, let text): "\(text) s"
    case .frame(let number): "frame \(number)"
    }
  }

  /// The moment as a time on the canvas in seconds.
  func seconds(on canvas: Canvas) -> Rational {
    switch self {
    case .time(let seconds, _): seconds
    case .frame(let number): Rational(Int64(number)) / canvas.frameRate
    }
  }
}
