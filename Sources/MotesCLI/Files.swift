import Glibc
import Motes

/// Questions about paths.
enum FilePath {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether an ordinary file is there, links followed.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Bytes of a file; nil when it cannot be asked.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The folder part of a path, "." where there is none.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The absolute path without links, "." and ".."; nil where there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path that leads to `target` from the folder of `file`: "../presets/glow.json". Where one of them does not exist,
  /// `target` as it is.
  static func relative(_ target: String, toFolderOf file: String) -> String {
    guard let target = resolved(target), let folder = resolved(folder(of: file)) else { return target }
    let targetParts = target.split(separator: "/")
    let folderParts = folder.split(separator: "/")
    var shared = 0
    while shared < targetParts.count, shared < folderParts.count, targetParts[shared] == folderParts[shared] {
      shared += 1
    }
    let parts = Array(repeating: "..", count: folderParts.count - shared) + targetParts[shared...].map(String.init)
    return parts.joined(separator: "/")
  }
}

/// Writes text to a file that appears whole or not at all.
func writeText(_ text: String, to path: String, allowsReplacing: Bool) throws {
  try writeWholeFile(Array(text.utf8), to: path, allowsReplacing: allowsReplacing)
}

/// The frames kept beside a hash file, so that a later report can show what was expected: frame 100 of `x.framehash` is
/// `x.pictures/frame-000100.png`.
struct KeptPictures {
  private let folder: String

  private static func folder(for hashFile: String) -> String {
    let ending = ".framehash"
    return (hashFile.hasSuffix(ending) ? String(hashFile.dropLast(ending.count)) : hashFile) + ".pictures"
  }

  /// Makes the folder for the frames of `hashFile`, unless it is there.
  init(creatingBeside hashFile: String) throws {
    folder = KeptPictures.folder(for: hashFile)
    if mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw UsageError("\(folder): \(String(cString: strerror(errno))).")
    }
  }

  /// Pictures kept for `hashFile`; nil when there are none.
  init?(existingBeside hashFile: String) {
    folder = KeptPictures.folder(for: hashFile)
    if !FilePath.exists(folder) { return nil }
  }

  /// The path of a frame's picture, its number padded to six digits.
  private func path(frame: Int) -> String {
    let digits = "\(frame)"
    return folder + "/frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// Writes a frame's picture, and replaces one that is there.
  func keep(_ pixels: PixelBuffer, frame: Int) throws {
    _ = try PictureWriter.write(pixels, to: path(frame: frame), allowsReplacing: true)
  }

  /// The kept picture of a frame; nil when there is none.
  func picture(frame: Int) throws -> PixelBuffer? {
    let path = path(frame: frame)
    return FilePath.exists(path) ? try PictureReader.read(path) : nil
  }
}

/// A writer of text to standard output. A reader that has ended is a `MediaError` of kind `brokenPipe`, which ends the command
/// quietly.
final class TextWriter {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of the text at once, without a buffer.
  func write(_ text: String) throws {
    var remaining = Array(text.utf8)[...]
    while !remaining.isEmpty {
      let written = remaining.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw MediaError(.brokenPipe, "The reader of standard output has gone.") }
        throw MediaError(.file, "Standard output: \(String(cString: strerror(errno))).")
      }
      remaining = remaining.dropFirst(written)
    }
  }
}
