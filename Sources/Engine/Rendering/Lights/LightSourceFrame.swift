import Lanes
import Model
import Raster
import Shading

/// The light, or the shadow, of one layer in the current frame: the layer is drawn small, and its pixels become the emission of a `LightBuffer`.
final class LightSourceFrame: LayerLightSource, @unchecked Sendable {
  let planned: PlannedLightSource
  let grid: TileGrid
  private let stack: LayerStack
  let buffer: LightBuffer
  private var version = ContentVersion()
  private(set) var zPosition = 0.0
  /// How often the light has changed.
  private(set) var changeCount = 0
  private var layersWithPasses: [any LayerPasses] = []

  init(_ planned: PlannedLightSource, context: LayerStack.Context, grid: TileGrid, loopSeconds: Double?) {
    self.planned = planned
    self.grid = grid
    var context = context
    context.canvas = planned.canvas
    stack = LayerStack(planned: [planned.layer], context: context, grid: grid, loopSeconds: loopSeconds)
    // Of a caster only alpha counts.
    let isCaster = if case .caster = planned.role { true } else { false }
    buffer = LightBuffer(
      width: grid.extent.width, height: grid.extent.height, channelCount: isCaster ? 1 : 3)
  }

  /// The tiles of a light: those of its small canvas, and as many around it as `PlannedLightSource.marginPixels`.
  static func grid(of planned: PlannedLightSource, tileWidth: Int, tileHeight: Int) -> TileGrid {
    TileGrid(
      frameWidth: planned.canvas.widthPixels, frameHeight: planned.canvas.heightPixels, tileWidth: tileWidth,
      tileHeight: tileHeight, leftMargin: 0
    ).widened(by: PlannedLightSource.marginPixels(on: planned.canvas))
  }

  var lightIndex: Int? { if case .light(let index) = planned.role { index } else { nil } }
  var casterPath: UInt64? { if case .caster(let path) = planned.role { path } else { nil } }
  var isInSpace: Bool { planned.isInSpace }
  var pixelsPerPoint: Double { planned.canvas.pixelsPerPoint }
  var origin: (x: Int, y: Int) { (grid.extent.x, grid.extent.y) }

  /// Draws the layer at a time in canvas seconds, if it has changed, and spreads its light.
  func render(
    at seconds: Double, emitters: [EmitterFrame], painters: [TilePainter], pool: WorkerPool, stageTimes: StageTimes?
  ) {
    zPosition = planned.zPosition(at: seconds)
    layersWithPasses.removeAll(keepingCapacity: true)
    stack.update(
      at: seconds, canvasTime: seconds, canvas: planned.canvas, emitters: emitters,
      layersWithPasses: &layersWithPasses)
    version.begin()
    version.add(stack.shownLayers)
    guard version.end() else { return }
    changeCount += 1
    for layer in layersWithPasses { layer.render(painters: painters, pool: pool, stageTimes: stageTimes) }
    pool.run(tasks: grid.count, Draw(light: self, painters: painters))
    for (pass, count) in buffer.taskCounts.enumerated() {
      pool.run(tasks: count, Spread(buffer: buffer, pass: pass, painters: painters))
    }
  }

  /// Draws a tile of the layer and keeps its light.
  private struct Draw: PoolWork {
    let light: LightSourceFrame
    let painters: [TilePainter]

    func perform(task: Int, worker: Int) {
      painters[worker].timer?.start()
      let rect = light.grid.drawnRect(task)
      let tile = painters[worker].spareTile(at: rect)
      painters[worker].paintStack(
        light.stack.shownLayers, onto: tile, .init(level: 0, rect: rect, tileIndex: task))
      let (region, origin) = (light.grid.region(task), light.origin)
      // Of a caster only alpha counts, which is blurred as light is.
      let (channelCount, firstPlane) = light.casterPath == nil ? (3, 0) : (1, 3)
      for y in region.y..<region.endY {
        for channel in 0..<channelCount {
          (light.buffer.row(y - origin.y, channel: channel) + (region.x - origin.x))
            .update(from: tile.row(y - tile.y, plane: firstPlane + channel) + (region.x - tile.x), count: region.width)
        }
      }
    }
  }

  private struct Spread: PoolWork {
    let buffer: LightBuffer
    let pass: Int
    let painters: [TilePainter]

    func perform(task: Int, worker: Int) {
      buffer.perform(pass: pass, task: task, scratch: painters[worker].scratch)
    }
  }
}
