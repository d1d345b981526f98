import Glibc
import Motes
import Synchronization

/// Standard output, for results; standard error, for messages to people; the width of lines; the clocks.
enum Terminal {
  /// Whether standard error is a terminal.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Columns of the terminal; 80 if the system does not say.
  static var width: Int { columns(of: STDERR_FILENO) ?? 80 }

  /// Characters on a line of a longer text on standard output: those of the terminal, within 40 ... 100 for legibility; 80 without a
  /// terminal.
  static var textWidth: Int { min(max(columns(of: STDOUT_FILENO) ?? 80, 40), 100) }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Prints a message for people, an error or anything else, on standard error.
  static func printError(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Prints lines on standard output. Swift's `print` is not used because it buffers lines and does not report a full device.
  static func printOutput(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  /// The first failure on standard output. The command fails with it when its work is done.
  private static let firstOutputFailure = Mutex<MediaError?>(nil)

  static var outputFailure: MediaError? { firstOutputFailure.withLock(\.self) }

  /// Writes all of `text`, unbuffered. A failure on standard output is noted as `outputFailure`; one on standard error is ignored, as
  /// there is nowhere to report it.
  static func write(_ text: String, to descriptor: Int32) {
    do {
      try writeAll(text, to: descriptor)
    } catch  where descriptor == STDOUT_FILENO {
      firstOutputFailure.withLock { $0 = $0 ?? error }
    } catch {}
  }

  /// The time of day in the local time zone: "14:03:22".
  static var timeOfDay: String {
    var seconds = Glibc.time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }

  /// Seconds since the beginning of 1970, the clock of files' times.
  static var secondsSince1970: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Seconds of a clock that only goes forward, from some moment in the past.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
