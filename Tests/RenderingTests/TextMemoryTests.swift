import AllocationCounter
import Cost
import Motes
import Raster
import Rendering
import Testing

/// The memory of texts, whose letters may each be a shape of its own.
@Suite(.enabled(if: allocation_tests_are_wanted())) struct TextMemoryTests {
  /// The bytes that a renderer of one thread keeps after its first frames, and the estimate for its layers.
  private func bytes(_ layer: String) throws -> (taken: Double, estimated: Double) {
    var settings = PresetSettings()
    settings.assetLoader = .files
    let text = "{ \"canvas\": { \"width\": 960, \"height\": 540, \"frameRate\": 10 }, \"layers\": [\(layer)] }"
    let scene = try Preset.load(text: Array(text.utf8), named: "text.json", settings).scene
    let before = allocated_bytes()
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgba, threadCount: 1)
    let pixels = renderer.makeBuffer()
    for frame in 4..<7 { renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels) }
    let taken = allocated_bytes() - before
    let estimate = scene.estimate(scene.particleBudgets())
    return withExtendedLifetime((renderer, pixels)) {
      (Double(taken), estimate.bytes / Double(scene.concurrentFrameCount))
    }
  }

  private static let words = String(repeating: "Sphinx of black quartz, judge my vow & 38. \\n", count: 12)

  @Test(
    "The estimate of a text's memory is within a quarter of what it takes",
    arguments: [
      "\"size\": 16",
      "\"size\": 16, \"units\": { \"by\": \"letter\", \"offset\": [\"= 30 * sin(t)\", 0] }",
      "\"size\": 40, \"units\": { \"by\": \"word\", \"rotation\": \"= 90 * t\" }",
      "\"size\": 16, \"units\": { \"by\": \"letter\", \"blur\": \"= 4 - t\" }",
      "\"size\": 30, \"fill\": \"red\", \"stroke\": { \"width\": 2, \"paint\": \"white\" }, \"units\": { \"by\": \"letter\", \"scale\": \"= 1 + 0.2 * t\" }",
    ])
  func textMemoryIsEstimated(keys: String) throws {
    func layer(_ words: String) -> String {
      "{ \"text\": { \"words\": \"\(words)\", \"font\": \"DejaVu Sans\", \(keys) } }"
    }
    let (few, many) = (try bytes(layer("A")), try bytes(layer(Self.words)))
    let (taken, estimated) = (many.taken - few.taken, many.estimated - few.estimated)
    #expect(taken > 500_000)
    #expect(estimated > 0.9 * taken && estimated < 1.25 * taken, "\(taken) bytes were taken, \(estimated) estimated")
  }

  @Test("A letter that moves by itself keeps few kilobytes") func movingLettersAreSmall() throws {
    let layer =
      "{ \"text\": { \"words\": \"\(Self.words)\", \"font\": \"DejaVu Sans\", \"size\": 16, \"units\": { \"by\": \"letter\", \"offset\": [\"= t\", 0] } } }"
    let taken = try bytes(layer).taken - bytes("{ \"text\": { \"words\": \"A\" } }").taken
    #expect(taken / Double(Self.words.count) < 10_000, "\(taken) bytes")
  }
}
