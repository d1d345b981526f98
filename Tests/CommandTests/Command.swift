import Glibc
import TestSupport
import Testing

/// All tests of the command. Few run at a time: each starts programs that use every core.
@Suite("The command", .concurrently(atMost: 2)) enum CommandTests {}

/// The command as it was built together with the tests.
enum Command {
  /// The repository, from the place of this file.
  static let repository = folder(of: folder(of: folder(of: #filePath)))

  /// `motes` beside the test bundle, or what MOTES_COMMAND names.
  static func path() throws -> String {
    if let named = getenv("MOTES_COMMAND") { return String(cString: named) }
    let bundle = CommandLine.arguments[0]
    let candidates = [bundle, realPath("/proc/self/exe")].map { folder(of: $0) + "/motes" }
    guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw ProgramError("There is no command at \(candidates). Build it first: swift build -c release --product motes")
    }
    return realPath(found)
  }

  /// An environment with nothing in it that could change what the command does.
  static func environment(home: String) -> [String: String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return ["PATH": path, "HOME": home, "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
  }

  private static func realPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.joined(separator: "/")
  }
}

extension TemporaryFolder {
  /// Runs the command in this folder and waits for its end.
  func motes(
    _ arguments: String..., environment: [String: String] = [:], atMost seconds: Double = 120
  ) async throws -> ProgramResult {
    try await startMotes(arguments, environment: environment).wait(atMost: seconds)
  }

  /// Runs the command in this folder with a list of arguments.
  func motes(arguments: [String], atMost seconds: Double = 120) async throws -> ProgramResult {
    try await startMotes(arguments).wait(atMost: seconds)
  }

  /// Starts the command in this folder, without waiting for its end.
  func startMotes(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    let clean = Command.environment(home: path).merging(environment) { $1 }
    return try Program(Command.path(), arguments, in: path, environment: clean)
  }

  /// Runs another program, found through PATH, in this folder.
  func run(_ program: String, _ arguments: String...) async throws -> ProgramResult {
    let started = try Program(program, arguments, in: path, environment: Command.environment(home: path))
    return try await started.wait()
  }

  /// Runs a bash script in this folder; `$motes` is the command.
  func bash(_ script: String, atMost seconds: Double = 120) async throws -> ProgramResult {
    let environment = Command.environment(home: path).merging(["motes": try Command.path()]) { $1 }
    let started = try Program("bash", ["-c", script], in: path, environment: environment)
    return try await started.wait(atMost: seconds)
  }

  /// The frame hashes that the command prints for these arguments.
  func hashes(_ arguments: String...) async throws -> FrameHashText {
    let result = try await motes(arguments: ["hash"] + arguments)
    try #require(result.exitCode == 0, "motes hash \(arguments.joined(separator: " ")): \(result.errors)")
    return FrameHashText(result.text)
  }

  /// The frame hashes that FFmpeg computes; `input` are its arguments before those of the output.
  func hashesByFFmpeg(pixelFormat: String, _ input: String...) async throws -> FrameHashText {
    let arguments =
      ["-nostdin", "-v", "error"] + input
      + ["-fps_mode", "passthrough", "-pix_fmt", pixelFormat, "-bitexact", "-f", "framehash", "-"]
    let started = try Program("ffmpeg", arguments, in: path, environment: Command.environment(home: path))
    let result = try await started.wait()
    try #require(result.exitCode == 0, "ffmpeg \(arguments.joined(separator: " ")): \(result.errors)")
    return FrameHashText(result.text)
  }

  /// What ffprobe says about the first video stream, by name.
  func probe(_ file: String) async throws -> [String: String] {
    let result = try await run(
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-count_frames", "-show_streams", "-of", "default=nw=1", file)
    try #require(result.exitCode == 0, "ffprobe \(file): \(result.errors)")
    let pairs = result.lines.compactMap { line in
      line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
