import Glibc
import Motes

enum FilePath {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

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

  /// The path without links and dots; nil when it leads nowhere.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// `target` as it is named from the folder that `file` lies in.
  static func relative(_ target: String, toFolderOf file: String) -> String {
    guard let target = resolved(target), let folder = resolved(folder(of: file)) else { return target }
    let to = target.split(separator: "/")
    let from = folder.split(separator: "/")
    var shared = 0
    while shared < to.count, shared < from.count, to[shared] == from[shared] { shared += 1 }
    let parts = Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)
    return parts.joined(separator: "/")
  }
}

/// Text that appears whole or not at all.
func writeText(_ text: String, to path: String, allowsReplacing: Bool) throws {
  try writeWholeFile(Array(text.utf8), to: path, allowsReplacing: allowsReplacing)
}

/// The frames kept beside a hash file, so that a later report can show what was expected: `x.pictures/frame-000100.png`.
struct KeptPictures {
  private let folder: String

  private static func folder(for hashFile: String) -> String {
    (hashFile.hasSuffix(".framehash") ? String(hashFile.dropLast(10)) : hashFile) + ".pictures"
  }

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

  private func path(frame: Int) -> String {
    let digits = "\(frame)"
    return folder + "/frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  func keep(_ pixels: PixelBuffer, frame: Int) throws {
    _ = try PictureWriter.write(pixels, to: path(frame: frame), allowsReplacing: true)
  }

  /// The kept picture of a frame; nil when there is none.
  func picture(frame: Int) throws -> PixelBuffer? {
    let path = path(frame: frame)
    return FilePath.exists(path) ? try PictureReader.read(path) : nil
  }
}

/// Lines for standard output, where a reader that has gone is a quiet end.
final class TextWriter {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw MediaError(.brokenPipe, "The reader of standard output has gone.") }
        throw MediaError(.file, "Standard output: \(String(cString: strerror(errno))).")
      }
      rest = rest.dropFirst(written)
    }
  }
}
