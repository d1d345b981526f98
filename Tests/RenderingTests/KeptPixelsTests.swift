import Hashing
import Lanes
import Model
import Raster
import Rendering
import Shading
import Synchronization
import Testing

/// What is kept of layers that stand still in a frame that moves.
struct KeptPixelsTests {
  /// A still field that costs enough to be kept, transparent in places.
  private static let field = """
    "field": { "space": "linear", "stops": ["#02040f00", [0.5, "#2d5c82a0"], "#ffc76e"],
      "color": "= 0.5 + 0.5 * fbm(p * 3, 5) + 0.1 * sin(9 * x + fbm(p * 7, 3))" }
    """
  private static let turning = "\"transform\": { \"rotation\": { \"from\": 0, \"to\": 90, \"duration\": 2 } }"

  static let scenes = [
    "{ \(field), \(turning) }",
    "{ \"group\": [{ \(field) }, { \(field), \"blend\": \"screen\" }], \(turning), \"opacity\": 0.8 }",
    "{ \(field), \"mask\": { \"gradient\": { \"angle\": \"= 90 * t\", \"stops\": [\"#fff0\", \"#fff\"] } } }",
    """
    { "transition": { "type": "radial", "progress": "= t / 2", "from": { \(field) },
      "to": { "group": [{ \(field), "opacity": 0.5 }, { "gradient": { "angle": "= 80 * t", "stops": ["#f008", "#00f8"] } }] } } }
    """,
    "{ \"gradient\": { \"angle\": \"= 90 * t\", \"stops\": [\"#000\", \"#fff\"] } }, { \(field), \"blend\": \"multiply\" }",
    "{ \(field), \"filters\": [{ \"type\": \"swirl\", \"angle\": \"= 90 * t\", \"radius\": 60 }] }",
    "{ \(field), \"filters\": [{ \"type\": \"blur\", \"radius\": 2 }, { \"type\": \"grayscale\", \"amount\": \"= t / 3\" }], \(turning) }",
    """
    { \(field) }, { "shape": { "type": "ellipse", "center": ["= 40 + 60 * t", 60], "radius": 30, "fill": "#fff2" },
      "backdropFilters": [{ "type": "swirl", "angle": "= 60 * t", "radius": 60, "center": ["= 40 + 60 * t", 60] }] }
    """,
    // Stands still for a while, then moves, then stands still elsewhere.
    "{ \(field), \"transform\": { \"rotation\": { \"keys\": [[0, 10], [0.2, 10], [0.3, 40], [2, 40]] } } }",
  ]

  @Test(
    "Frames with kept pixels, drawn in any order, equal those of renderers that drew nothing before",
    arguments: scenes, [PixelFormat.yuv420p, .rgba])
  func anyOrder(layers: String, format: PixelFormat) throws {
    let frames = try PresetFrames(layers)
    for (threads, tile) in [(1, (240, 64)), (2, (64, 32))] {
      let reused = frames.renderer(format, threads: threads, tile: tile)
      let pixels = reused.makeBuffer()
      for frame in [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 11, 4, 0, 20, 21, 22, 23, 24, 25] {
        let time = frames.scene.canvas.time(ofFrame: frame)
        reused.render(at: time, into: pixels)
        #expect(FrameHasher().hash(pixels) == frames.hash(at: time, format), "frame \(frame), \(threads) threads")
      }
    }
  }

  // MARK: Shaders

  private static let grid = TileGrid(frameWidth: 100, frameHeight: 40, tileWidth: 64, tileHeight: 32, leftMargin: 8)

  /// Draws tile `index` through `shader`, over pixels of 9, and returns the tile and its marked blocks.
  private func draw(
    _ shader: KeptShader, tile index: Int, of grid: TileGrid = grid, writesAlpha: Bool = true
  ) -> (tile: TileBuffer, blocks: OccupiedBlocks, isDrawn: Bool) {
    let rect = grid.drawnRect(index)
    let buffer = TileBuffer(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    buffer.tile.base.update(repeating: 9, count: buffer.tile.rowStride * buffer.tile.height)
    let blocks = OccupiedBlocks()
    let isDrawn = shader.shade(
      into: buffer.tile, blocks: blocks, scratch: AlignedBuffer(count: 0), writesAlpha: writesAlpha)
    return (buffer, blocks, isDrawn)
  }

  private func floats(_ buffer: TileBuffer) -> [Float] {
    Array(UnsafeBufferPointer(start: buffer.tile.base, count: buffer.tile.rowStride * buffer.tile.height))
  }

  @Test("A still shader draws each tile a few times, and is copied from then on; other blocks stay as they were")
  func keptShader() {
    let counted = CountedShader()
    let shader = KeptShader(counted, grid: Self.grid, budget: .init(bytes: 1 << 20))
    var drawn: [[Float]] = []
    for frame in 0..<8 {
      shader.update(at: AnimationClock(Double(frame)))
      for index in 0..<Self.grid.count {
        let result = draw(shader, tile: index)
        #expect(result.isDrawn)
        drawn.append(floats(result.tile))
        #expect(drawn.last == drawn[index], "frame \(frame), tile \(index)")
        #expect(drawn[index].contains(9))
        var columns: [Int] = []
        result.blocks.forEach(row: 1) { columns.append($0) }
        #expect(columns == [0, 16])
      }
    }
    // One frame before it is known to be still, and three more.
    #expect(counted.count == 4 * Self.grid.count)
  }

  @Test("What has changed, and what another grid cuts otherwise, is drawn again")
  func keptShaderChanges() {
    let counted = CountedShader()
    let shader = KeptShader(counted, grid: Self.grid, budget: .init(bytes: 1 << 20))
    func drawFrames(_ range: Range<Int>) {
      for frame in range {
        shader.update(at: AnimationClock(Double(frame)))
        _ = draw(shader, tile: 1)
      }
    }
    drawFrames(0..<6)
    let still = counted.count
    drawFrames(6..<8)
    #expect(counted.count == still)
    let other = TileGrid(frameWidth: 100, frameHeight: 40, tileWidth: 64, tileHeight: 32, leftMargin: 0)
    #expect(floats(draw(shader, tile: 1, of: other).tile).contains(9))
    #expect(counted.count == still + 1)
    _ = draw(shader, tile: 1, writesAlpha: false)
    #expect(counted.count == still + 2)
    counted.version = 1
    drawFrames(8..<9)
    #expect(counted.count == still + 3)
    #expect(floats(draw(shader, tile: 1).tile).contains(1))
    counted.version = nil
    drawFrames(9..<19)
    #expect(counted.count == still + 14)
  }

  @Test("Nothing is kept of cheap shaders, or beyond the budget", arguments: [(3.9, 1 << 20), (5, 1000)])
  func notKept(cost: Double, bytes: Int) {
    let counted = CountedShader()
    counted.pixelNanoseconds = cost * Gradient.linearPixelNanoseconds
    let shader = KeptShader(counted, grid: Self.grid, budget: .init(bytes: bytes))
    for frame in 0..<9 {
      shader.update(at: AnimationClock(Double(frame)))
      _ = draw(shader, tile: 0)
    }
    #expect(counted.count == 9)
  }

  // MARK: Gathered input

  @Test("A still layer is gathered once, however it is turned; a layer that changes in each frame")
  func gatheredOnce() throws {
    func gathers(_ layers: String) throws -> [Int] {
      let scene = try PresetFrames(layers).scene
      let count = Counter()
      let renderer = FrameRenderer(
        plan: RenderPlan(scene: scene), format: .rgb24, threadCount: 1,
        makeFilter: { CountingFilter($0, $1, $2, count) ?? $0.makeFilter(canvas: $1, input: $2) })
      let pixels = renderer.makeBuffer()
      return (0..<5).map { frame in
        let before = count.gathers.load(ordering: .relaxed)
        renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels)
        return count.gathers.load(ordering: .relaxed) - before
      }
    }
    let still = try gathers("{ \(Self.field), \(Self.turning) }")
    #expect(still[0] > 0 && still.dropFirst().allSatisfy { $0 == 0 })
    let moving = try gathers(
      "{ \"field\": { \"stops\": [\"#000\", \"#fff\"], \"color\": \"= fract(x + t)\" }, \(Self.turning) }")
    #expect(moving.allSatisfy { $0 > 0 })
    // The input of the transform changes by the filter before it.
    let graying = try gathers(
      "{ \(Self.field), \"filters\": [{ \"type\": \"grayscale\", \"amount\": \"= t / 3\" }], \(Self.turning) }")
    #expect(graying.allSatisfy { $0 > 0 })
  }
}

/// A shader that draws its version in two blocks of each row, and counts how often.
private final class CountedShader: LayerShader, @unchecked Sendable {
  var version: Int? = 0
  var pixelNanoseconds = 3.0
  private(set) var count = 0

  var contentVersion: Int? { version }
  func update(at clock: AnimationClock) {}
  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    count += 1
    blocks.reset(width: tile.width, height: tile.height)
    for row in 0..<tile.height {
      for columns in [0..<8, 16..<24] {
        blocks.mark(row: row, columns: columns) { _ in }
        for plane in 0..<(writesAlpha ? 4 : 3) {
          for column in columns { tile.row(row, plane: plane)[column] = Float(version ?? 0) }
        }
      }
    }
    return true
  }
}
