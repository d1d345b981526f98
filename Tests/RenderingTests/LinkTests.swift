import Colorimetry
import Hashing
import Model
import Raster
import Rendering
import Simulation
import Testing

@Suite struct LinkTests {
  private static let canvas = Canvas(
    widthPoints: 320, heightPoints: 180, widthPixels: 640, heightPixels: 360, pixelsPerPoint: 2, duration: Rational(1))

  /// Random points around the frame's middle, with random colour and alpha.
  private func points(_ count: Int, spread: Float, seed: UInt64) -> FloatColumns {
    var state = seed
    /// Knuth's linear congruential generator (MMIX); the high 24 bits give a number in 0 ..< 1.
    func next() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / 16_777_216
    }
    var points = FloatColumns(columnCount: LinkFinder.pointColumns.count)
    points.reserveCapacity(count)
    for index in 0..<count {
      points.column(0)[index] = 320 + (next() - 0.5) * 800 * spread
      points.column(1)[index] = 180 + (next() - 0.5) * 520 * spread
      for column in 2..<6 { points.column(column)[index] = next() }
    }
    points.count = count
    return points
  }

  @Test("All pairs nearer than the distance are found, once each", arguments: [3.0, 20, 60, 500], [1, 0.1] as [Float])
  func findsAllPairs(distance: Double, spread: Float) {
    let links = Links(distance: distance, width: 2, opacity: 0.5)
    let finder = LinkFinder(style: LinkStyle(links, canvas: Self.canvas))
    let points = points(300, spread: spread, seed: 3)
    finder.clear()
    finder.append(points)
    finder.find(in: PixelRect(x: 0, y: 0, width: 640, height: 360))

    // Each line is identified by its middle.
    struct Middle: Hashable { let x: Float, y: Float }
    var expected: [Middle: (length: Float, alpha: Float)] = [:]
    let limit = Float(2 * distance)
    for first in 0..<300 {
      for second in first + 1..<300 {
        let dx = points.column(0)[second] - points.column(0)[first]
        let dy = points.column(1)[second] - points.column(1)[first]
        let length = (dx * dx + dy * dy).squareRoot()
        if dx * dx + dy * dy >= limit * limit { continue }
        let middle = Middle(x: points.column(0)[first] + dx * 0.5, y: points.column(1)[first] + dy * 0.5)
        let alpha = min(points.column(5)[first], points.column(5)[second]) * 0.5 * (1 - length / limit)
        expected[middle] = (length, alpha)
      }
    }
    let lines = finder.columns
    #expect(finder.lineCount == expected.count)
    for line in 0..<finder.lineCount {
      guard let (length, alpha) = expected.removeValue(forKey: Middle(x: lines[.x][line], y: lines[.y][line])) else {
        Issue.record("line \(line) joins nothing")
        continue
      }
      let (ax, ay) = (lines[.axisXx][line], lines[.axisXy][line])
      let (bx, by) = (lines[.axisYx][line], lines[.axisYy][line])
      #expect(abs((ax * ax + ay * ay).squareRoot() - length / 2) < 1e-3)
      // Across the line: half of its width of two points, at two pixels a point.
      #expect(abs((bx * bx + by * by).squareRoot() - 2) < 1e-3)
      #expect(abs(ax * bx + ay * by) < 1e-2 * length)
      #expect(abs(lines[.alpha][line] - alpha) < 1e-6)
    }
  }

  /// Many linked particles, so that they come in several chunks.
  private var scene: Scene {
    var cell = Cell(name: "node", cellPath: 9, sprites: [Sprite(.softDisc, width: 3, height: 3)])
    cell.birthRate = 6000
    cell.lifetime = 1
    cell.velocity = 20
    cell.emissionRange = 360
    cell.redRange = 1
    cell.links = Links(distance: 5, width: 0.8, opacity: 0.9)
    let emitter = Emitter(
      shape: .rectangle, mode: .surface, position: AnimatedPoint(160, 90), size: AnimatedPoint(360, 200), cells: [cell])
    return Scene(
      canvas: Self.canvas, layers: [Layer(name: "net", path: 1, source: .emitter(emitter), blend: .add, begin: -2)])
  }

  @Test("Frames with lines do not depend on threads, tiles, or what was drawn before")
  func framesAreExact() {
    let plan = RenderPlan(scene: scene)
    func hash(_ frame: Int, _ renderer: FrameRenderer) -> String {
      let pixels = renderer.makeBuffer()
      renderer.render(at: Rational(Int64(frame), 30), into: pixels)
      return FrameHasher().hash(pixels)
    }
    let one = FrameRenderer(plan: plan, format: .rgb24, threadCount: 1)
    let expected = (0..<4).map { hash($0, one) }
    let other = FrameRenderer(plan: plan, format: .rgb24, threadCount: 3, tileWidth: 64, tileHeight: 32)
    for frame in [3, 0, 2, 2, 1] { #expect(hash(frame, other) == expected[frame]) }
    #expect(Set(expected).count == 4)
  }

  @Test(
    "Lines fade in and out with either end, and never jump", arguments: [nil, LinearColor(red: 1, green: 0.5, blue: 0)])
  func linesFadeWithTheirEnds(color: LinearColor?) {
    // Particles are born every 0.5 s and live for 0.8 s: each is linked with the one before and with the one after it for 0.3 s.
    var cell = Cell(name: "node", cellPath: 9, sprites: [Sprite(.softDisc, width: 2, height: 2)])
    cell.birthRate = 2
    cell.lifetime = 0.8
    cell.velocity = 80
    cell.alphaOverLife = [NumberStop(0, 0), NumberStop(0.5, 1), NumberStop(1, 0)]
    cell.links = Links(distance: 100, width: 3, color: color)
    let emitter = Emitter(position: AnimatedPoint(160, 90), cells: [cell])
    let scene = Scene(canvas: Self.canvas, layers: [Layer(name: "net", path: 1, source: .emitter(emitter), begin: -2)])
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgb24, threadCount: 1)
    func light(_ milliseconds: Int64) -> Int {
      let pixels = renderer.makeBuffer()
      renderer.render(at: Rational(milliseconds, 1000), into: pixels)
      var sum = 0
      pixels.forEachRow { row in for byte in row { sum += Int(byte) } }
      return sum
    }
    let unlinked = light(1400)
    let linked = light(1150)
    #expect(linked > 10 * unlinked, "There are lines to look at.")
    // One particle is born at 1 s; the one before it dies at 1.3 s.
    for event: Int64 in [1000, 1300] {
      let (before, after) = (light(event - 1), light(event + 1))
      #expect(abs(after - before) * 20 < linked, "\(before) and \(after) beside \(event) ms")
    }
  }

  @Test("A line is drawn as long as any part of it is in sight, even if both its ends are outside of the frame")
  func linesOutliveTheirEnds() {
    // Resting particles at two places outside of the frame, on either side of its corner and near enough to be linked across it.
    var cell = Cell(name: "node", cellPath: 9, sprites: [Sprite(.softDisc, width: 2, height: 2)])
    cell.burst = 40
    cell.lifetime = 10
    cell.links = Links(distance: 60, width: 2)
    let emitter = Emitter(
      shape: .polygon([PlanePoint(-8, 30), PlanePoint(30, -8), PlanePoint(30.01, -8)]), mode: .points, cells: [cell])
    func light(_ emitter: Emitter) -> Int {
      let scene = Scene(
        canvas: Self.canvas, layers: [Layer(name: "net", path: 1, source: .emitter(emitter), begin: -1)])
      let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgb24, threadCount: 1)
      let pixels = renderer.makeBuffer()
      renderer.render(at: Rational(0), into: pixels)
      var sum = 0
      pixels.forEachRow { row in for byte in row { sum += Int(byte) } }
      return sum
    }
    var unlinked = emitter
    unlinked.cells[0].links = nil
    #expect(light(unlinked) == 0)
    #expect(light(emitter) > 1000)
  }
}
