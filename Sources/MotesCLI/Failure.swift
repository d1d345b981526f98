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

  /// The status of a command that a signal stopped, as shells have it: 128 + its number, so 130 for SIGINT, 143 for SIGTERM.
  static func stopped(by signal: Int32) -> Int32 { 128 + signal }
}

/// A mistake in the arguments that the parser of arguments cannot see: a value out of range, or one that does not fit the preset.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The end of a process that has failed.
enum Failure {
  /// Prints an error and ends the process with the status of its kind.
  static func leave(_ error: any Error) -> Never {
    switch error {
    case let error as PresetError:
      Terminal.printError("\(error)")
      if error.isOfLimits { Terminal.printError("--force-limits goes on all the same, at your own risk.") }
      exit(ExitStatus.usage.rawValue)
    case let error as RenderError:
      Terminal.printError("motes: \(error)")
      exit(ExitStatus.usage.rawValue)
    case let error as UsageError:
      Terminal.printError("motes: \(error)")
      exit(ExitStatus.usage.rawValue)
    case let error as MediaError where error.kind == .brokenPipe:
      // The program that reads our output has ended: it wanted no more, as `head` does. That is no failure.
      exit(0)
    case let error as MediaError:
      Terminal.printError("motes: \(error)")
      exit((error.kind == .settings ? ExitStatus.usage : ExitStatus.output).rawValue)
    case let code as ExitCode:
      leaveIfOutputFailed()
      exit(code.rawValue)
    default:
      let code = MotesCommand.exitCode(for: error)
      let text = MotesCommand.fullMessage(for: error)
      if code.isSuccess {
        // Help and version were asked for.
        print(text)
        leaveIfOutputFailed()
        exit(0)
      }
      Terminal.printError(text)
      exit(ExitStatus.usage.rawValue)
    }
  }

  /// Ends the process with an error if text from `print` could not be written. That the reader of a pipe has ended (EPIPE) is no
  /// failure.
  static func leaveIfOutputFailed() {
    guard fflush(nil) != 0, errno != EPIPE else { return }
    Terminal.printError("motes: standard output cannot be written: \(String(cString: strerror(errno))).")
    exit(ExitStatus.output.rawValue)
  }
}
