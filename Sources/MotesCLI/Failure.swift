import ArgumentParser
import Glibc
import Motes

/// Exit status of a command that does not end well.
enum ExitStatus: Int32 {
  case differs = 1
  case usage = 2
  case output = 3
}

/// A mistake in the arguments that only shows once the preset has been read.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

enum Failure {
  /// Prints an error the way its kind wants and ends the process with the matching status.
  static func leave(_ error: any Error) -> Never {
    switch error {
    case let error as PresetError:
      Terminal.printError("\(error)")
      exit(ExitStatus.usage.rawValue)
    case let error as RenderError:
      Terminal.printError("motes: \(error)")
      exit(ExitStatus.usage.rawValue)
    case let error as UsageError:
      Terminal.printError("motes: \(error)")
      exit(ExitStatus.usage.rawValue)
    case let error as MediaError where error.kind == .brokenPipe:
      // The reader has seen enough.
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
        exit(0)
      }
      Terminal.printError(text)
      exit(ExitStatus.usage.rawValue)
    }
  }
  /// Ends the process when `print` could not write; a reader that went away has seen enough.
  static func leaveIfOutputFailed() {
    guard fflush(nil) != 0, errno != EPIPE else { return }
    Terminal.printError("motes: standard output cannot be written: \(String(cString: strerror(errno))).")
    exit(ExitStatus.output.rawValue)
  }
}
