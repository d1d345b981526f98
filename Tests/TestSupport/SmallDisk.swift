import Foundation

/// A small filesystem in memory, to test full and read-only disks; only root may mount one.
public final class SmallDisk: Sendable {
  private let folder: TemporaryFolder
  public var path: String { folder.path }

  /// Whether this process may mount a filesystem; found by mounting one.
  public static let isAvailable = (try? SmallDisk(kilobytes: 64)) != nil

  public init(kilobytes: Int, isReadOnly: Bool = false) throws {
    folder = try TemporaryFolder()
    let options = "size=\(kilobytes)k" + (isReadOnly ? ",ro" : "")
    let result = try Tool.run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder.path])
    guard result.status == 0 else { throw Refused(reason: result.errorText) }
  }

  /// The error of a mount that was not allowed.
  public struct Refused: Error {
    public let reason: String
  }

  public func file(_ name: String) -> String { folder.file(name) }
  public var names: [String] { folder.names }

  deinit { _ = try? Tool.run("umount", [folder.path]) }
}
