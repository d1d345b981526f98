import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Suite("bench times workloads") struct BenchTests {
    struct Row: Decodable {
      let workload: String
      let best: Double
      let median: Double
      let threads: Int
    }

    @Test("--json is a list of best and median times, and births adds a row for copy")
    func listAsJSON() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "bench", "linear", "births", "yuv", "yuv-frame", "frame:sparks.json", "particles:1000", "--json", "--threads",
        "2")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      let rows = try JSONDecoder().decode([Row].self, from: Data(result.output))
      let names = ["linear", "births", "copy", "yuv", "yuv-frame", "frame:sparks.json", "particles:1000"]
      #expect(rows.map(\.workload) == names)
      #expect(rows.allSatisfy { $0.best > 0 && $0.median >= $0.best && $0.threads == 2 })
    }

    @Test("The table has a line for each workload")
    func table() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("bench", "frame:sparks.json", "--size", "640x360", "--runs", "6")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.lines.count == 2)
      #expect(result.lines.last?.hasPrefix("frame:sparks.json ") == true, "\(result.text)")
    }

    @Test("Frames of presets with words and pictures are timed")
    func wordsAndPictures() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.motes(
        "bench", "frame:spinner", "frame:emoji-rain", "frame:gather-logo", "--size", "160x90", "--runs", "1")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.lines.count == 4)
    }
  }
}
