import ArgumentParser
import Glibc
import Motes

/// Exit status of a command that failed or found differences.
enum ExitStatus: Int32 {
  /// A comparison found differences.
  case differs = 1
  /// A mistake in the arguments or in a preset.
  case usage = 2
  /// The output could not be written or encoded.
  case output = 3

  /// The status of a command that a signal stopped: 128 + the signal's number, as in shells, so 130 for SIGINT and 143 for SIGTERM.
  static func stopped(by signal: Int32) -> Int32 { 128 + signal }
}

/// A mistake in the arguments that the parser of arguments cannot see: a value out of range, or one that does not fit the preset.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// How a process that has failed reports its error and ends.
enum Failure {
  /// The text to print about an error of a preset, an argument or an output, and its exit status; nil for other errors.
  static func textAndStatus(of error: any Error) -> (text: String, status: ExitStatus)? {
    switch error {
    case let error as PresetError:
      (
        "\(error)" + (error.concernsOnlyLimits ? "\n--force-limits renders it nevertheless, at your own risk." : ""),
        .usage
      )
    case is RenderError, is UsageError, is RecordingError: ("motes: \(error)", .usage)
    case let error as MediaError: ("motes: \(error)", error.kind == .settings ? .usage : .output)
    default: nil
    }
  }

  /// Prints an error and ends the process with the exit status of the error.
  static func endProcess(after error: any Error) -> Never {
    // The program that reads the output has ended because it needs no more, as `head` does. That is no failure.
    if let error = error as? MediaError, error.kind == .brokenPipe { exit(0) }
    if let report = textAndStatus(of: error) {
      Terminal.printError(report.text)
      exit(report.status.rawValue)
    }
    switch error {
    case let code as ExitCode:
      endProcessIfOutputFailed()
      exit(code.rawValue)
    default:
      let code = MotesCommand.exitCode(for: error)
      let text = MotesCommand.fullMessage(for: error)
      if code.isSuccess {
        // Help or the version was asked for; the parser of arguments throws their text.
        Terminal.printOutput(text)
        endProcessIfOutputFailed()
        exit(0)
      }
      Terminal.printError(text + outputHint(text))
      exit(ExitStatus.usage.rawValue)
    }
  }

  /// What was probably meant by an unexpected argument that is the name of a movie or picture; empty for others.
  private static func outputHint(_ message: String) -> String {
    guard let start = message.firstRange(of: "Unexpected argument '")?.upperBound,
      let end = message[start...].firstIndex(of: "'")
    else { return "" }
    let name = message[start..<end]
    let fileExtension = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let extensions = Codec.all.flatMap(\.fileExtensions) + PictureFormat.all.flatMap(\.fileExtensions)
    return name.contains(".") && extensions.contains(fileExtension)
      ? "\nThe file to write stands after -o: -o \(name)" : ""
  }

  /// Ends the process with an error if something could not be written to standard output, unless the reader of a pipe has ended.
  static func endProcessIfOutputFailed() {
    guard let error = Terminal.outputFailure, error.kind != .brokenPipe else { return }
    Terminal.printError("motes: standard output cannot be written: \(error.text ?? error.sentence).")
    exit(ExitStatus.output.rawValue)
  }
}
