import Hashing
import Lanes
import Model
import Motes
import Raster
import Rendering
import Testing

/// A lens whose focus is pulled: its blur grows evenly, whatever the sizes at which it is computed.
@Suite struct FocusPullTests {
  private typealias Run = NeighborhoodFilterRun

  private static let (width, height) = (240, 160)

  /// Small lights above white, an edge, stripes and letters' strokes, transparent in between.
  private static let picture = Run.picture(width, height) { x, y in
    func light(_ cx: Int, _ cy: Int, _ size: Int) -> Bool { abs(x - cx) < size && abs(y - cy) < size }
    if light(70, 60, 1) { return SIMD4(60, 30, 9, 1) }
    if light(121, 95, 2) { return SIMD4(5, 30, 9, 1) }
    if x > 150 && y > 40 && y < 110 { return SIMD4(0.2, 0.5, 0.9, 1) }
    if y > 120 && x % 6 < 2 { return SIMD4(0.8, 0.8, 0.8, 1) }
    return SIMD4()
  }

  private func blurred(_ radius: Double) -> [Float] {
    let filter = Filter.LensBlur().with { $0.radius = AnimatedNumber(radius) }.filter
    return Run.floats(Run.apply(filter, Run.canvas(Self.width, Self.height), to: Self.picture) ?? Self.picture)
  }

  @Test("A focus pull from 0 to 60 px in steps of 0.1 px has no jump above twice its neighbours") func steps() {
    var (rms, largest): ([Double], [Double]) = ([], [])
    var last = blurred(0)
    for step in 1...600 {
      let next = blurred(Double(step) / 10)
      var (sum, most) = (0.0, Float(0))
      for (a, b) in zip(last, next) {
        let difference = abs(a - b)
        // What is far above white is seen as white.
        sum += Double(difference * difference)
        most = max(most, min(difference, 2))
      }
      rms.append(sum.squareRoot())
      largest.append(Double(most))
      last = next
    }
    for steps in [rms, largest] {
      for index in 1..<steps.count - 1 {
        let neighbors = (steps[index - 1] + steps[index + 1]) / 2
        #expect(
          steps[index] <= 2 * neighbors,
          "to \(Double(index + 1) / 10) px: \(steps[index]) beside \(steps[index - 1]) and \(steps[index + 1])")
      }
    }
  }

  @Test("At every size a light has the variance of a disc of the radius, and its energy")
  func variance() {
    for radius in [0.3, 0.8, 1.4, 2.2, 2.5, 3.1, 5, 9, 17, 21.5, 24, 35, 59, 70, 84] {
      let side = 240
      for place in [(120, 120), (121, 122), (123, 119)] {
        let input = Run.picture(side, side) { x, y in
          let value: Float = x == place.0 && y == place.1 ? 1000 : 0
          return SIMD4(value, value, value, min(value, 1))
        }
        let filter = Filter.LensBlur().with { $0.radius = AnimatedNumber(radius) }.filter
        guard let output = Run.apply(filter, Run.canvas(side, side), to: input) else { continue }
        var (energy, moment) = (0.0, 0.0)
        for y in 0..<side {
          for x in 0..<side {
            let light = Double(Run.value(output, x, y, plane: 0))
            energy += light
            moment += light * Double((x - place.0) * (x - place.0) + (y - place.1) * (y - place.1))
          }
        }
        #expect(abs(energy / 1000 - 1) < 0.005, "\(radius): \(energy)")
        let found = (2 * moment / energy).squareRoot()
        // At reduced sizes the variance depends a little on the light's place in its block.
        #expect(abs(found / radius - 1) < (radius > 2 && radius < 4 ? 0.1 : 0.03), "\(radius): \(found)")
      }
    }
  }

  @Test("Earlier frames, tiles and threads never show in layers that move while the focus is pulled through all sizes")
  func sameFrames() throws {
    let text = #"""
      { "format": 1, "canvas": { "width": 400, "height": 240, "duration": 2, "frameRate": 10, "seed": 4 },
        "layers": [
          { "shape": { "type": "star", "center": ["= 60 + 140 * t", "= 120 + 60 * sin(5 * t)"], "radius": 30, "fill": "white" },
            "filters": [{ "type": "lensBlur", "radius": "= 36 * abs(2 - 2 * t)", "blades": 5, "catEye": 0.4 }] },
          { "shape": { "type": "circle", "center": ["= 340 - 120 * t", 60], "radius": 9, "fill": "teal" },
            "filters": [{ "type": "lensBlur", "radius": "= 36 * abs(1 - t)" }] }] }
      """#
    let scene = try Preset.load(text: Array(text.utf8), named: "pull.json").scene
    func hashes(_ frames: [Int], threads: Int, tile: (width: Int, height: Int)) -> [Int: String] {
      let renderer = FrameRenderer(
        plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: threads, tileWidth: tile.width,
        tileHeight: tile.height)
      let pixels = renderer.makeBuffer()
      var hashes: [Int: String] = [:]
      for frame in frames {
        renderer.render(at: Rational(Int64(frame), 10), into: pixels)
        hashes[frame] = FrameHasher().hash(pixels)
      }
      return hashes
    }
    let frames = Array(0..<20)
    let expected = hashes(frames, threads: 1, tile: (240, 64))
    #expect(hashes(frames.reversed(), threads: 2, tile: (64, 64)) == expected)
    for frame in [3, 9, 12, 19] {
      #expect(hashes([frame], threads: 1, tile: (128, 32))[frame] == expected[frame], "\(frame)")
    }
  }
}
