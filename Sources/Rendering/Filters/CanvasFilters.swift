import Lanes
import Model
import Raster
import Shading

/// The filters of the whole canvas: between the last layer and the output transform.
final class CanvasFilters: @unchecked Sendable {
  private let pipeline: FilterPipeline

  init(pipeline: FilterPipeline) { self.pipeline = pipeline }

  /// Draws the frame, filters it and converts it.
  func render(_ frame: CanvasFrame, clock: AnimationClock) {
    pipeline.update(at: clock)
    if pipeline.hasPasses {
      pipeline.render(
        frame, painters: frame.painters, pool: frame.pool, stages: frame.stages,
        keepsAlpha: frame.output.format.hasAlpha)
    }
    frame.pool.run(jobs: frame.grid.count, FinishAndConvert(frame: frame, pipeline: pipeline))
  }

  /// The last pass, last tiles first: those are still in the cache.
  private struct FinishAndConvert: PoolWork {
    let frame: CanvasFrame
    let pipeline: FilterPipeline

    func perform(job index: Int, worker: Int) {
      let (grid, painter) = (frame.grid, frame.painters[worker])
      let job = grid.count - 1 - index
      let laps = frame.stages?.workers[worker]
      laps?.start()
      let rect = grid.drawnRect(job)
      if let (tile, glow) = pipeline.litTile(pipeline.grid.index(ofTileAt: rect)) {
        frame.convert(tile, job: job, glow: glow, scratch: painter.scratch)
      } else {
        let tile =
          pipeline.hasPasses ? painter.filterTile(at: rect) : frame.draw(tile: job, of: grid, with: painter)
        pipeline.apply(to: tile, rect: rect, scratch: painter.scratch)
        laps?.lap(.filter)
        frame.convert(tile, job: job, glow: nil, scratch: painter.scratch)
      }
      laps?.lap(.convert)
    }
  }
}

/// What the passes over one frame of the canvas share.
struct CanvasFrame: FilterInput {
  let layers: [LayerFrame]
  let cache: StaticTileCache?
  let grid: TileGrid
  let painters: [TilePainter]
  let pool: WorkerPool
  let stages: StageTimes?
  let transform: OutputTransform
  let output: PixelBuffer

  /// All layers of the stack on one tile.
  func draw(tile: Int, of grid: TileGrid, with painter: TilePainter) -> Tile {
    painter.paintWhole(layers, cache: cache, tileIndex: tile, grid: grid)
  }

  func convert(_ tile: Tile, job: Int, glow: Glow?, scratch: AlignedBuffer<Float>) {
    quantise(
      tile, region: grid.region(job), transform: transform, glow: glow, into: output, scratch: scratch)
  }
}
