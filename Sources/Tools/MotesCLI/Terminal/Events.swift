import JSON
import Motes

// The lines of `--json`: one object each, whose first key says what has happened.

/// Frames were drawn.
struct ProgressEvent: Encodable {
  let event = "progress"
  let frames, total: Int
  let framesPerSecond, secondsLeft: Double
  let bytes, particles: Int
}

/// A movie, a sequence of pictures or raw frames are finished.
struct DoneEvent: Encodable {
  let event = "done"
  let file: String
  let frames: Int
  /// Pictures that this run has drawn; nil for movies.
  var drawn: Int?
  let bytes: Int
  let seconds: Double
  /// The form of alpha; nil without alpha.
  var alpha: String?
  /// The path of the matte; nil without one.
  var matte: String?
  /// True for a draft; nil for others.
  var draft: Bool?
}

/// A signal has ended the run.
struct StopEvent: Encodable {
  let event = "stopped"
  let frames, total: Int
  /// The file with the frames so far; nil if there is none, and where the same command goes on.
  var file: String?
}

/// A part of a job is whole.
struct PartEvent: Encodable {
  let event: String
  let part: Int
}

/// A job was planned.
struct PlanEvent: Encodable {
  let event = "planned"
  let folder: String
  let parts, framesPerPart, frames: Int
  let fingerprint: String
}

extension Terminal {
  /// Prints a value as JSON on one line. Absent values have no key.
  static func printJSON(_ value: some Encodable, to descriptor: Int32 = 1) {
    write(JSONWriter.line(value) + "\n", to: descriptor)
  }
}

extension Double {
  /// The number rounded to `digits` digits after the full stop, so that JSON has no more than are meant.
  func rounded(digits: Int) -> Double {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
