import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads files and folders by system calls.
package enum FileAccess {
  package enum Failure: Error {
    case missing
    /// A folder, a pipe or a device.
    case notAFile
    /// A file of more bytes than are read, with its size.
    case tooLarge(Int)
    /// Another error, as the system describes it.
    case system(String)
  }

  /// All bytes of a regular file; its size is checked before anything is read.
  package static func read(_ path: String, atMost maximumBytes: Int = Limits.fileBytes) throws(Failure) -> [UInt8] {
    // Non-blocking, so that opening a pipe does not wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing }
      throw .system(String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    let size = Int(status.st_size)
    guard size <= maximumBytes else { throw .tooLarge(size) }
    // If the file grows while it is read, bytes after the checked size are dropped; if it shrinks, it is read to its new end. The
    // additional byte gives the buffer an address even for an empty file.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var filledCount = 0
    while filledCount < bytes.count {
      let readCount = bytes.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
          Darwin.read(descriptor, buffer.baseAddress! + filledCount, buffer.count - filledCount)
        #elseif canImport(Musl)
          Musl.read(descriptor, buffer.baseAddress! + filledCount, buffer.count - filledCount)
        #else
          Glibc.read(descriptor, buffer.baseAddress! + filledCount, buffer.count - filledCount)
        #endif
      }
      if readCount < 0 {
        if errno == EINTR { continue }
        throw .system(String(cString: strerror(errno)))
      }
      if readCount == 0 { break }
      filledCount += readCount
    }
    bytes.removeLast(bytes.count - min(filledCount, size))
    return bytes
  }

  /// Whether a path leads to a regular file, also through symbolic links.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path leads to a folder, also through symbolic links.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The absolute path without symbolic links, `.` and `..`, which is the same for all names of a file; the path itself if there
  /// is no such file.
  static func canonical(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names in a folder, except hidden ones, sorted by their bytes; empty if the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The folder part of a path, including the slash at its end; empty for a file in the working directory.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }
}
