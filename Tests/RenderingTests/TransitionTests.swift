import Hashing
import Model
import Motes
import Raster
import Rendering
import Testing

/// Transitions between two layers.
@Suite struct TransitionTests {
  private static let outgoing =
    "\"gradient\": { \"type\": \"conic\", \"stops\": [\"#e63946\", \"#f1faee\", \"#457b9d\", \"#e63946\"] }"
  private static let incoming = "\"noise\": { \"scale\": 20, \"stops\": [\"#03045e\", \"#ffd166c0\"] }"

  private func text(_ kind: Transition.Kind, _ progress: String, _ keys: String = "") -> String {
    "{ \"name\": \"change\", \"transition\": { \"type\": \"\(kind.rawValue)\", \"progress\": \(progress), \"from\": { \(Self.outgoing) }, \"to\": { \(Self.incoming) }\(keys) } }"
  }

  @Test("At 0 only the outgoing layer is seen, at 1 only the incoming one", arguments: Transition.Kind.allCases)
  func ends(kind: Transition.Kind) throws {
    let outgoing = try PresetFrames("{ \(Self.outgoing) }").floats()
    let incoming = try PresetFrames(
      "{ \"name\": \"change\", \"transition\": { \"to\": { \(Self.incoming) }, \"progress\": 1 } }"
    ).floats()
    #expect(try PresetFrames(text(kind, "0")).floats().largestDifference(to: outgoing) < 1e-5)
    #expect(try PresetFrames(text(kind, "1")).floats().largestDifference(to: incoming) < 1e-5)
  }

  @Test("Halfway both layers are seen, and every value lies between theirs", arguments: Transition.Kind.allCases)
  func middle(kind: Transition.Kind) throws {
    let white = "\"gradient\": { \"stops\": [\"white\"] }"
    let black = "\"gradient\": { \"stops\": [\"black\"] }"
    let frame = try PresetFrames(
      "{ \"name\": \"change\", \"transition\": { \"type\": \"\(kind.rawValue)\", \"progress\": 0.5, \"size\": 16, \"from\": { \(black) }, \"to\": { \(white) } } }"
    ).floats()
    var mean: Float = 0
    for y in 0..<64 {
      for x in 0..<96 {
        let value = frame.float(x, y, plane: 0)
        #expect(value >= 0 && value <= 1.00001 && abs(frame.float(x, y, plane: 3) - 1) < 1e-5)
        mean += value / (96 * 64)
      }
    }
    #expect(mean > 0.25 && mean < 0.75, "\(mean)")
  }

  @Test("A wipe passes in its direction, a circle from its center, a sweep clockwise from up")
  func places() throws {
    func shown(_ kind: Transition.Kind, _ keys: String) throws -> [Float] {
      let frame = try PresetFrames(
        "{ \"transition\": { \"type\": \"\(kind.rawValue)\", \"progress\": 0.5, \"to\": { \"gradient\": { \"stops\": [\"white\"] } }\(keys) } }"
      ).floats()
      return [(20, 32), (76, 32), (50, 4), (50, 60), (44, 4)].map { frame.float($0.0, $0.1, plane: 3) }
    }
    #expect(try shown(.wipe, "").prefix(2) == [1, 0])
    #expect(try shown(.wipe, ", \"angle\": 180")[2...3] == [1, 0])
    #expect(try shown(.iris, ", \"center\": [76, 32]").prefix(2) == [0, 1])
    // Half a turn shows what lies to the right of the center.
    #expect(try shown(.radial, "") == [0, 1, 1, 1, 0])
  }

  @Test("The squares of a pixellate transition follow an animated size")
  func animatedSquares() throws {
    let growing = try PresetFrames(text(.pixellate, "0.5", ", \"size\": \"= 8 + 16 * t\""))
    let wide = try PresetFrames(text(.pixellate, "0.5", ", \"size\": 24"))
    #expect(growing.hash(at: Rational(1), .yuv420p) == wide.hash(at: Rational(1), .yuv420p))
    #expect(growing.hash(at: Rational(0), .yuv420p) != wide.hash(at: Rational(0), .yuv420p))
  }

  @Test("Tiles, threads and the order of frames do not show", arguments: Transition.Kind.allCases)
  func sameFrames(kind: Transition.Kind) throws {
    let frames = try PresetFrames(text(kind, "\"= 0.5 * t\"", ", \"size\": 12"))
    let expected = frames.hash(at: Rational(3, 5), .yuv420p)
    for tile in [(8, 4), (24, 20)] {
      #expect(frames.hash(at: Rational(3, 5), .yuv420p, threads: 3, tile: tile) == expected, "tile \(tile)")
    }
    let reused = frames.renderer(.yuv420p, threads: 2)
    let pixels = reused.makeBuffer()
    for tenths: Int64 in [0, 3, 20, 6] {
      reused.render(at: Rational(tenths, 10), into: pixels)
      #expect(FrameHasher().hash(pixels) == frames.hash(at: Rational(tenths, 10), .yuv420p), "\(tenths)")
    }
  }
}
