import Glibc

/// The folder part of a path; "." for a bare name.
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The part after the last full stop of the name, in lower case.
func fileEnding(of path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: ".") else { return "" }
  return name[name.index(after: dot)...].lowercased()
}

/// The kind of thing that a path names, links followed.
enum PathState {
  case absent
  case file
  case folder
  case other

  init(_ path: String) throws {
    var status = stat()
    if stat(path, &status) != 0 {
      // A dangling link is something that is in the way, too.
      if errno == ENOENT { self = lstat(path, &status) == 0 ? .other : .absent } else { throw Self.failure() }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }

  private static func failure() -> LibraryError { systemFailure("stat") }
}

/// Bytes that a user may still write on the disk that holds a folder.
func freeBytes(inFolder path: String) -> Int? {
  var status = statvfs()
  guard statvfs(path, &status) == 0 else { return nil }
  let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
  return overflow ? Int.max : Int(clamping: bytes)
}

/// 2ˣ for estimates; nothing that reaches a pixel.
func exponential2(_ x: Double) -> Double { exp2(x) }

/// Makes a folder's entries survive a power cut. Some filesystems cannot sync a folder and say EINVAL: they have
/// nothing to lose.
func syncFolder(_ path: String) throws {
  let descriptor = try checkSystem("open", open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  defer { close(descriptor) }
  if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
    throw systemFailure("fsync")
  }
}

/// All bytes of an ordinary file of at most `limit` bytes.
func contents(of path: String, limit: Int) throws -> [UInt8] {
  let descriptor = try checkSystem("open", open(path, O_RDONLY | O_CLOEXEC))
  defer { close(descriptor) }
  var status = stat()
  try checkSystem("fstat", fstat(descriptor, &status))
  guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { throw systemFailure("fstat", EFBIG) }
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  var count = 0
  while count < bytes.count {
    let read = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
    if read < 0 && errno == EINTR { continue }
    try checkSystem("read", Int32(clamping: read))
    if read == 0 { break }
    count += read
  }
  return Array(bytes.prefix(count))
}

/// All bytes of an ordinary file of at most `limit` bytes, or an error for a person.
package func readWholeFile(_ path: String, limit: Int) throws(MediaError) -> [UInt8] {
  do {
    return try contents(of: path, limit: limit)
  } catch {
    throw MediaError(error, doing: "read \(path)", path: path)
  }
}

/// Writes all bytes, whatever pieces the system takes them in.
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
