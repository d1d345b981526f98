import FuzzTargets
import Glibc
import Testing

/// Bytes at which a reader once crashed or hung, and some that reach far into it, are read again.
@Suite struct CorpusTests {
  @Test("What fuzzers found is read", arguments: FuzzTarget.allCases) func kept(target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    #expect(!files.isEmpty, "Tests/Corpora/\(target.rawValue) is empty")
    for path in files { target.read(try Self.bytes(of: path)) }
  }

  private static func files(of target: FuzzTarget) throws -> [String] {
    let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let folder = "\(repository)/Tests/Corpora/\(target.rawValue)"
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var paths: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { paths.append("\(folder)/\(name)") }
    }
    return paths.sorted()
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0, "\(path) cannot be opened")
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(0, count)))
  }
}
