import Foundation

/// Runs programs that tests check our work with, such as ffprobe.
public enum Tool {
  public struct Result: Sendable {
    public let status: Int32
    public let output: Data
    public let errors: Data

    /// Standard output as text, without the line end.
    public var text: String {
      String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs a program found in PATH and waits for it.
  ///
  /// - Parameters:
  ///   - input: what it reads from standard input, through a file, so that no pipe can fill.
  /// - Throws: when it cannot be started.
  public static func run(_ name: String, _ arguments: [String], input: Data = Data()) throws -> Result {
    let folder = try TemporaryFolder()
    try input.write(to: URL(fileURLWithPath: folder.file("input")))
    for name in ["output", "errors"] { try Data().write(to: URL(fileURLWithPath: folder.file(name))) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("output")))
    let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("errors")))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file("input")))
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    try output.close()
    try errors.close()
    return Result(
      status: process.terminationStatus, output: try Data(contentsOf: URL(fileURLWithPath: folder.file("output"))),
      errors: try Data(contentsOf: URL(fileURLWithPath: folder.file("errors"))))
  }
}

/// A fresh folder, which is removed with all that is in it when the object is released.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("motes-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder, sorted.
  public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
