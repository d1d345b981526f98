import Glibc
import Motes

/// Standard error, where messages for people go, and the width of lines.
enum Terminal {
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Columns of the terminal; 80 where the system does not say.
  static var width: Int { columns(of: STDERR_FILENO) ?? 80 }

  /// Characters on a line of a longer text on standard output: the terminal's, but no more than can be read with ease; 80 where
  /// there is no terminal.
  static var textWidth: Int { min(max(columns(of: STDOUT_FILENO) ?? 80, 40), 100) }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func printError(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Writes all of `text` at once, without the buffer of the standard library. Errors are ignored: there is nowhere to report them.
  static func write(_ text: String, to descriptor: Int32) {
    try? writeAll(text, to: descriptor)
  }

  /// The time of day here: "14:03:22".
  static var timeOfDay: String {
    var seconds = Glibc.time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }

  /// Seconds of a clock that only goes forward, from some moment in the past.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
