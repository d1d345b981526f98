import Glibc

extension TemporaryFolder {
  /// The path of something in the folder.
  public subscript(name: String) -> String { "\(path)/\(name)" }

  public func exists(_ name: String) -> Bool { access(self[name], F_OK) == 0 }

  /// The bytes of a file, or nil if there is none.
  public func bytes(_ name: String) -> [UInt8]? { readFile(self[name]) }

  /// The length of a file, or nil if there is none.
  public func size(_ name: String) -> Int? {
    var status = stat()
    return stat(self[name], &status) == 0 ? Int(status.st_size) : nil
  }

  public func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  public func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen(self[name], "w") else {
      throw ProgramError("\(self[name]) cannot be written: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw ProgramError("\(self[name]) was cut short") }
  }

  public func makeFolder(_ name: String) throws {
    guard mkdir(self[name], 0o700) == 0 else {
      throw ProgramError("\(self[name]) cannot be made: \(String(cString: strerror(errno)))")
    }
  }
}

/// The bytes of a file, or nil if it cannot be read.
public func readFile(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while true {
    let count = bytes.count
    let chunk = 1 << 16
    bytes.append(contentsOf: repeatElement(0, count: chunk))
    let read = bytes.withUnsafeMutableBytes { fread($0.baseAddress! + count, 1, chunk, file) }
    bytes.removeLast(chunk - read)
    if read == 0 { return bytes }
  }
}

/// The names in a folder, in no order; nil if it cannot be read.
public func filesInFolder(_ path: String) -> [String]? {
  guard let folder = opendir(path) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}
