import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Suite("Sprite sheets and the doctor") struct SpriteTests {
    private struct Rect: Decodable, Equatable { let x, y, w, h: Int }
    private struct Frame: Decodable {
      let frame: Rect
      let duration: Double
      let filename: String?
    }
    private struct Meta: Decodable {
      struct Size: Decodable { let w, h: Int }
      let image: String
      let size: Size
    }
    /// The JSON of a sheet, with its frames by name.
    private struct NamedFrames: Decodable {
      let frames: [String: Frame]
      let animations: [String: [String]]
      let meta: Meta
    }
    /// The JSON of a sheet with --array: its frames in order.
    private struct FrameList: Decodable { let frames: [Frame] }

    @Test("Frames lie where the JSON says, and are those of motes frame --alpha")
    func framesLieWhereTheJSONSays() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "sheet", "sparks.json", "--sprite", "-o", "atlas.png", "--size", "64x36", "--frames", "0-50:10", "--columns",
        "4",
        "--padding", "3", "--power-of-two")
      #expect(result.exitCode == 0, "\(result.errors)")
      let sheet = try JSONDecoder().decode(NamedFrames.self, from: Data(folder.bytes("atlas.json") ?? []))
      #expect(sheet.meta.image == "atlas.png" && sheet.meta.size.w == 512 && sheet.meta.size.h == 128)
      let facts = try await folder.probe("atlas.png")
      #expect(facts["width"] == "512" && facts["height"] == "128" && facts["pix_fmt"]?.hasPrefix("rgba") == true)
      let names = try #require(sheet.animations["sparks"])
      #expect(names == ["00", "10", "20", "30", "40", "50"].map { "sparks-\($0)" } && sheet.frames.count == 6)
      for (index, name) in names.enumerated() {
        let frame = try #require(sheet.frames[name])
        #expect(frame.frame == Rect(x: 3 + index % 4 * 67, y: 3 + index / 4 * 39, w: 64, h: 36))
        #expect(abs(frame.duration - 166.667) < 0.001)
      }
      let still = try await folder.motes(
        "frame", "sparks.json", "--frame", "50", "--size", "64x36", "--alpha", "-o", "still.png")
      #expect(still.exitCode == 0)
      // Frame 50 is the sixth: column 1 of row 1.
      let cut = try await folder.hashesByFFmpeg(pixelFormat: "rgba", "-i", "atlas.png", "-vf", "crop=64:36:70:42")
      #expect(cut.sequence == (try await folder.hashesByFFmpeg(pixelFormat: "rgba", "-i", "still.png")).sequence)
    }

    @Test("--array lists the frames in order, and a sheet too large for graphics cards is refused")
    func arraysAndLimits() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "sheet", "sparks.json", "--sprite", "-o", "a.webp", "--array", "--size", "32x18", "--frames", "0-3")
      #expect(result.exitCode == 0, "\(result.errors)")
      let sheet = try JSONDecoder().decode(FrameList.self, from: Data(folder.bytes("a.json") ?? []))
      #expect(sheet.frames.map(\.filename) == ["sparks-0", "sparks-1", "sparks-2", "sparks-3"])
      let large = try await folder.motes("sheet", "sparks.json", "--sprite", "--size", "4000x3000")
      #expect(large.exitCode == 2 && large.errors.contains("--frames :4"), "\(large.errors)")
      let misplaced = try await folder.motes("sheet", "sparks.json", "--padding", "3")
      #expect(misplaced.exitCode == 2 && misplaced.errors.contains("--sprite"), "\(misplaced.errors)")
    }

    private struct Report: Decodable {
      struct Format: Decodable {
        let name: String
        let worstError: Double?
        let problems: [String]
      }
      let machine: [String: String]
      let formats: [Format]
      let problems: [String]
    }

    @Test("The doctor finds that formats and machine are sound, and says what is not")
    func doctorReports() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.motes("doctor", "h264", "png", "exr", "jpeg", "--json")
      #expect(result.exitCode == 0, "\(result.text) \(result.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output))
      #expect(report.machine["CPU level"] != nil && report.machine["libavcodec"] != nil && report.problems.isEmpty)
      #expect(report.formats.contains { $0.name == "h264 .mp4 yuv420p" && ($0.worstError ?? 99) < 3 })
      #expect(report.formats.filter { $0.name.hasPrefix("png") }.allSatisfy { $0.worstError == 0 })
      #expect(report.formats.count { $0.name.hasPrefix("exr") } == 4)
      let presets = try #require(report.machine["presets"])
      #expect(!presets.contains(", "), "a folder that is found in two ways is named once: \(presets)")
      let missing = try await folder.motes("doctor", "png", "--folder", "nowhere")
      #expect(missing.exitCode == 1 && missing.text.contains("nowhere"), "\(missing.text)")
      #expect(folder.names.isEmpty)
      let unknown = try await folder.motes("doctor", "gpu")
      #expect(unknown.exitCode == 2 && unknown.errors.contains("h264"))
    }
  }
}
