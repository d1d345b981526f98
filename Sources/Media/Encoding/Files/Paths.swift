import Glibc

/// The folder part of a path; "." for a bare name.
package func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The absolute path, free of links, "." and ".."; nil if the file does not exist.
package func resolvedPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// The part after the last full stop of the name, in lower case; "" for a name without one.
func pathExtension(of path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: ".") else { return "" }
  return name[name.index(after: dot)...].lowercased()
}

/// What exists at a path, after links are followed.
enum PathState {
  case absent
  /// A regular file.
  case file
  case folder
  /// A device, a pipe, a socket, or a link that leads nowhere.
  case other

  init(_ path: String) throws {
    var status = stat()
    if stat(path, &status) != 0 {
      guard errno == ENOENT else { throw systemFailure("stat") }
      // A link that leads nowhere still occupies the name.
      self = lstat(path, &status) == 0 ? .other : .absent
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

/// Bytes that the user may still write to the filesystem that holds a folder; nil if the system does not say.
package func freeBytes(inFolder path: String) -> Int? {
  var status = statvfs()
  guard statvfs(path, &status) == 0 else { return nil }
  let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
  return overflow ? Int.max : Int(clamping: bytes)
}

/// Syncs a folder, so that its entries survive a power cut. Filesystems that cannot sync a folder give EINVAL or EROFS: these are ignored.
func syncFolder(_ path: String) throws {
  let descriptor = try checkSystem("open", open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  defer { close(descriptor) }
  if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
    throw systemFailure("fsync")
  }
}

/// All bytes of a regular file. A failed call is thrown as a `LibraryError`, as is EFBIG for a file of more than `maximumBytes`.
///
/// - Parameter expectedBeginning: if the file does not begin with these bytes, only its first `expectedBeginning.count` bytes are returned.
func contents(of path: String, maximumBytes: Int, expectedBeginning: [UInt8] = []) throws -> [UInt8] {
  // Non-blocking, so that opening a pipe does not wait for a writer.
  let descriptor = try checkSystem("open", open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
  defer { close(descriptor) }
  var status = stat()
  try checkSystem("fstat", fstat(descriptor, &status))
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw MediaError(.file, "\(path) is not a regular file.", path: path)
  }
  guard status.st_size <= maximumBytes else { throw systemFailure("fstat", EFBIG) }
  if !expectedBeginning.isEmpty {
    var first = [UInt8](repeating: 0, count: expectedBeginning.count)
    let count = pread(descriptor, &first, first.count, 0)
    if count != first.count || first != expectedBeginning { return Array(first.prefix(max(count, 0))) }
  }
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  var bytesRead = 0
  while bytesRead < bytes.count {
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + bytesRead, $0.count - bytesRead) }
    if count < 0 && errno == EINTR { continue }
    try checkSystem("read", Int32(clamping: count))
    if count == 0 { break }
    bytesRead += count
  }
  return Array(bytes.prefix(bytesRead))
}

/// All bytes of a regular file of at most `maximumBytes`. The error's sentence is for the user.
///
/// - Parameter expectedBeginning: if the file does not begin with these bytes, only its first `expectedBeginning.count` bytes are returned.
package func readWholeFile(
  _ path: String, maximumBytes: Int, expectedBeginning: [UInt8] = []
) throws(MediaError) -> [UInt8] {
  do {
    return try contents(of: path, maximumBytes: maximumBytes, expectedBeginning: expectedBeginning)
  } catch {
    throw MediaError(error, doing: "read \(path)", path: path)
  }
}

/// Calls `body` with the bytes of a regular file of any size, piece by piece.
package func readInPieces(
  _ path: String, _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Void
) throws(MediaError) {
  func failure(_ call: String) -> MediaError { MediaError(systemFailure(call), doing: "read \(path)", path: path) }
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { throw failure("open") }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw MediaError(.file, "\(path) is not a regular file.", path: path)
  }
  let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
  defer { piece.deallocate() }
  while true {
    let count = read(descriptor, piece.baseAddress, piece.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw failure("read") }
    if count == 0 { return }
    try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
  }
}

/// Copies a regular file to `target`, which appears whole or not at all. An existing `target` is replaced.
package func copyFile(_ source: String, to target: String) throws(MediaError) {
  let file = try PartialFile(target: target, allowsReplacing: true)
  try readInPieces(source) { (bytes) throws(MediaError) in
    do { try writeAll(bytes, to: file.descriptor) } catch {
      throw MediaError(error, doing: "write \(target)", path: target)
    }
  }
  try file.commit()
}

/// Writes a text without buffering it. The error is of kind `brokenPipe` when the reader of a pipe has gone.
package func writeAll(_ text: String, to descriptor: Int32) throws(MediaError) {
  do {
    try Array(text.utf8).withUnsafeBytes { try writeAll($0, to: descriptor) }
  } catch {
    throw MediaError(error, doing: "write to the output", path: nil)
  }
}

/// Writes all bytes, in as many calls as the system needs. Throws the error of a failed call.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
  var written = 0
  while written < bytes.count {
    let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
    if count >= 0 {
      written += count
    } else if errno == EAGAIN {
      // Standard output may be a pipe that another program made non-blocking: wait until it takes more.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&request, 1, -1)
    } else if errno != EINTR {
      throw systemFailure("write")
    }
  }
}
