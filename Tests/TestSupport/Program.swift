import Dispatch
import Glibc

/// How a run of a program ended.
public struct ProgramResult: Sendable {
  /// The exit code, or nil if a signal ended the program.
  public let exitCode: Int32?
  /// The signal that ended the program, if one did.
  public let signal: Int32?
  public let output: [UInt8]
  public let errorBytes: [UInt8]
  public let seconds: Double
  /// The largest resident memory, in bytes, seen while it ran (every two milliseconds).
  public let peakMemory: Int
  /// Whether the run was killed because its time was up.
  public let timedOut: Bool

  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  public var lines: [String] { text.split(separator: "\n").map(String.init) }
}

public struct ProgramError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// A running program in a process group of its own.
///
/// Its output goes to files, not to pipes: nothing has to be read while it runs, so nothing can block on a full pipe.
public final class Program: Sendable {
  public let processID: pid_t
  private let name: String
  private let folder: TemporaryFolder
  private let startNanoseconds: UInt64

  /// - Parameters:
  ///   - program: a path, or a name that is looked up in PATH.
  ///   - workingFolder: where it starts; a folder for its captured output is made beside it.
  ///   - environment: its whole environment.
  public init(
    _ program: String, _ arguments: [String], in workingFolder: String, environment: [String: String]
  ) throws {
    name = program
    folder = try TemporaryFolder()
    startNanoseconds = DispatchTime.now().uptimeNanoseconds

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/errors", O_WRONLY | O_CREAT, 0o600)
    // Other tests of this process have files open, some of them locked: a child must not keep them. 0 to 2 are its own.
    _ = try LibraryFunction.closeFrom()(&actions, 3)
    _ = try LibraryFunction.changeFolder()(&actions, workingFolder)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGTERM, SIGPIPE, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)

    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var child = pid_t()
    let code = posix_spawnp(&child, program, &actions, &attributes, words, variables)
    guard code == 0 else { throw ProgramError("\(program) did not start: \(String(cString: strerror(code)))") }
    processID = child
  }

  public func send(_ signal: Int32) { kill(processID, signal) }

  /// What it has written to standard error so far.
  public var errorsSoFar: String { String(decoding: folder.bytes("errors") ?? [], as: UTF8.self) }

  /// Calls `holds` every millisecond, on a thread of its own, until it returns true or the program has ended, for half a minute at
  /// most. A task would poll too late while other tests keep the threads of Swift's pool busy.
  public func poll(until holds: @escaping @Sendable () -> Bool) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var polls = 0
        while polls < 30_000, !self.hasEnded, !holds() {
          usleep(1000)
          polls += 1
        }
        continuation.resume()
      }
    }
  }

  /// Sends a signal as soon as `holds` returns true, from the thread that polls: if the signal had to wait for a thread of Swift's
  /// pool, it would come seconds later, to a program that has ended.
  public func send(_ signal: Int32, when holds: @escaping @Sendable () -> Bool) async {
    await poll {
      guard holds() else { return false }
      self.send(signal)
      return true
    }
  }

  /// Whether the program has ended; `wait` is still to be called.
  private var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo != 0
  }

  /// Waits for the end without holding up a thread of Swift's pool. After `seconds` of waiting the whole group is killed.
  public func wait(atMost seconds: Double = 120) async throws -> ProgramResult {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: self.waitOnThisThread(atMost: seconds)) }
    }
    guard !result.timedOut else {
      throw ProgramError("\(name) was still running after \(seconds) s. Standard error: \(result.errors.suffix(500))")
    }
    return result
  }

  /// The greatest resident memory of the program so far, in bytes; 0 once it has ended. The figure of `wait4` would be too large: on
  /// Linux a program's peak begins with that of the process that started it.
  private var residentPeak: Int {
    guard let file = fopen("/proc/\(processID)/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
        separator: "\t")
      if words.first == "VmHWM:", let number = words.last?.split(separator: " ").first {
        return (Int(number) ?? 0) * 1024
      }
    }
    return 0
  }

  /// Waits for the end on this thread. After `limit` seconds of waiting the whole group is killed: a test whose tasks got their turn
  /// late may have started the program long before.
  private func waitOnThisThread(atMost limit: Double) -> ProgramResult {
    let secondsAtCall = seconds
    var status: Int32 = 0
    var usage = rusage()
    var timedOut = false
    var peakMemory = 0
    while wait4(processID, &status, timedOut ? 0 : WNOHANG, &usage) == 0 {
      peakMemory = max(peakMemory, residentPeak)
      if seconds - secondsAtCall > limit {
        timedOut = true
        kill(-processID, SIGKILL)
      } else {
        usleep(2000)
      }
    }
    // Programs that this one started and left behind must not go on after the test.
    kill(-processID, SIGKILL)
    // The macros WIFSIGNALED, WTERMSIG and WEXITSTATUS are not imported.
    let signal = status & 0x7f
    return ProgramResult(
      exitCode: signal == 0 ? (status >> 8) & 0xff : nil, signal: signal == 0 ? nil : signal,
      output: folder.bytes("output") ?? [], errorBytes: folder.bytes("errors") ?? [], seconds: seconds,
      peakMemory: peakMemory, timedOut: timedOut)
  }

  /// Seconds since the start.
  private var seconds: Double { Double(DispatchTime.now().uptimeNanoseconds - startNanoseconds) / 1e9 }
}

/// Functions that glibc has and its headers hide from Swift, found by their names when they are needed.
private enum LibraryFunction {
  typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
  typealias ChangeFolder =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

  static func closeFrom() throws -> CloseFrom {
    unsafeBitCast(try address("posix_spawn_file_actions_addclosefrom_np"), to: CloseFrom.self)
  }

  static func changeFolder() throws -> ChangeFolder {
    unsafeBitCast(try address("posix_spawn_file_actions_addchdir_np"), to: ChangeFolder.self)
  }

  private static func address(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let address = dlsym(nil, name) else { throw ProgramError("The system's library has no \(name)") }
    return address
  }
}
