import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Suite("render --stats says where the time went") struct StatsTests {
    struct Times: Decodable {
      let milliseconds: Double
      let perFrame: Double
    }
    struct Stage: Decodable {
      let stage: String
      let layer: String?
      let milliseconds: Double
    }
    struct Particles: Decodable {
      let mean: Double
      let maximum: Int
    }
    struct Rates: Decodable {
      let average: Double
      let slowest: Double
      let lowestHundredth: Double
    }
    struct Stats: Decodable {
      let event: String
      let frames: Int
      let threads: Int
      let seconds: Double
      let stages: [Stage]
      let idle: Times
      let drawing: Times
      let waitForEncoder: Times
      let encode: Times
      let particles: Particles
      let overdrawEstimate: Double
      let bytes: Int
      let framesPerSecond: Rates
    }

    static let stages = ["evaluate", "bin", "draw sky", "draw sparks", "filter", "convert"]

    private func stats(_ result: ProgramResult) throws -> Stats {
      let line = try #require(result.lines.first { $0.contains("\"stats\"") }, "\(result.text)")
      return try JSONDecoder().decode(Stats.self, from: Data(line.utf8))
    }

    @Test("--json has one more object, in which the parts of the time do not exceed the whole", arguments: [1, 2])
    func statsAsJSON(threads: Int) async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "render", "sparks.json", "-o", "a.mp4", "--stats", "--json", "--threads", "\(threads)")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.lines.last?.contains("\"done\"") == true)
      let stats = try stats(result)
      #expect(stats.event == "stats" && stats.frames == 60 && stats.threads == threads)
      #expect(stats.stages.map { $0.layer.map { "draw \($0)" } ?? $0.stage } == Self.stages)
      let busyMilliseconds = stats.stages.reduce(0) { $0 + $1.milliseconds }
      let threadMilliseconds = stats.drawing.milliseconds * Double(threads)
      // Every figure is rounded to a thousandth.
      #expect(
        busyMilliseconds > 0 && busyMilliseconds <= threadMilliseconds + 0.01,
        "\(busyMilliseconds) of \(threadMilliseconds)")
      #expect(abs(busyMilliseconds + stats.idle.milliseconds - threadMilliseconds) < 0.1)
      #expect(stats.drawing.milliseconds + stats.waitForEncoder.milliseconds <= stats.seconds * 1e3 + 50)
      #expect(stats.encode.milliseconds > 0 && stats.encode.milliseconds <= stats.seconds * 1e3 + 1)
      #expect(stats.stages.first { $0.stage == "filter" }?.milliseconds == 0, "the preset has no filters")
      #expect(stats.particles.mean > 100 && Double(stats.particles.maximum) >= stats.particles.mean)
      #expect(stats.overdrawEstimate > 0.01 && stats.overdrawEstimate < 2)
      #expect(stats.bytes == folder.bytes("a.mp4")?.count)
      let rates = stats.framesPerSecond
      #expect(rates.slowest > 0 && rates.slowest <= rates.lowestHundredth + 0.01)
    }

    @Test("The text has every stage and goes to stderr; the frames stay the same")
    func statsAsText() async throws {
      let folder = try TemporaryFolder.withSparks()
      let plain = try await folder.bash(#""$motes" render sparks.json -o - --frames 0-9 --quiet | sha256sum"#)
      let timed = try await folder.bash(#""$motes" render sparks.json -o - --frames 0-9 --quiet --stats | sha256sum"#)
      #expect(plain.exitCode == 0 && plain.errors.isEmpty && plain.text == timed.text)
      let titles =
        Self.stages + ["idle and other", "drawing", "wait for encoder", "encode and write", "particles", "10 frames"]
      for title in titles {
        #expect(timed.errors.split(separator: "\n").contains { $0.hasPrefix(title) }, "\(title): \(timed.errors)")
      }
    }
  }
}
