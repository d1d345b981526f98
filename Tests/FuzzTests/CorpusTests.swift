import Foundation
import FuzzTargets
import Testing

/// Bytes at which a reader once crashed or hung, and some that reach far into it, are read again.
@Suite struct CorpusTests {
  @Test("What fuzzers found is read", arguments: FuzzTarget.allCases) func kept(target: FuzzTarget) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.appendingPathComponent("Corpora/\(target.rawValue)")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files { target.read([UInt8](try Data(contentsOf: file))) }
  }
}
