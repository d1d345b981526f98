import Lanes
import Model
import Raster
import Shading

/// The filters of the whole canvas, which are applied after the uppermost layer and before the output transform.
final class CanvasFilters: @unchecked Sendable {
  private let pipeline: FilterPipeline

  init(pipeline: FilterPipeline) { self.pipeline = pipeline }

  /// Draws the frame, filters it and converts it.
  func render(_ frame: CanvasFrame, clock: AnimationClock) {
    pipeline.update(at: clock)
    if pipeline.hasPasses {
      pipeline.render(
        frame, inputVersion: nil, painters: frame.painters, pool: frame.pool, stageTimes: frame.stageTimes,
        writesAlpha: frame.writesAlpha)
    }
    frame.pool.run(tasks: frame.grid.count, FinishAndConvert(frame: frame, pipeline: pipeline))
  }

  /// The last pass, which finishes and converts the tiles. It takes the tiles in reverse order, since the last ones of the
  /// previous pass are still in the cache.
  private struct FinishAndConvert: PoolWork {
    let frame: CanvasFrame
    let pipeline: FilterPipeline

    func perform(task: Int, worker: Int) {
      let (grid, painter) = (frame.grid, frame.painters[worker])
      let tileIndex = grid.count - 1 - task
      let timer = frame.stageTimes?.timers[worker]
      timer?.start()
      let rect = grid.drawnRect(tileIndex)
      if let bloom = pipeline.addedBloom {
        // The bloom's light is added to the filters' input while the tile is converted.
        let tile = pipeline.tileBeforeBloom(pipeline.grid.index(ofTileAt: rect), frame, with: painter)
        frame.convert(tile, tileIndex: tileIndex, bloom: bloom, scratch: painter.scratch)
      } else {
        // If the pipeline has passes, `apply` overwrites the tile. Otherwise the layers are drawn on the tile and filtered in
        // place.
        let tile =
          pipeline.hasPasses ? painter.spareTile(at: rect) : frame.draw(tileIndex: tileIndex, of: grid, with: painter)
        pipeline.apply(to: tile, rect: rect, scratch: painter.scratch)
        timer?.end(.filter)
        frame.convert(tile, tileIndex: tileIndex, bloom: nil, scratch: painter.scratch)
      }
      timer?.end(.convert)
    }
  }
}

/// One frame of the canvas: the input of the canvas's filters, and everything else that the passes of the frame share.
struct CanvasFrame: FilterInput {
  let layers: [PreparedLayer]
  let cache: StaticTileCache?
  let grid: TileGrid
  let painters: [TilePainter]
  let pool: WorkerPool
  let stageTimes: StageTimes?
  let transform: OutputTransform
  /// The picture or colour that the frame is laid over.
  let background: Background?
  /// Whether alpha is written, since the canvas's filters or what comes after them read it.
  let writesAlpha: Bool
  let output: PixelBuffer

  /// Draws all layers of the canvas's stack on one tile.
  func draw(tileIndex: Int, of grid: TileGrid, with painter: TilePainter) -> Tile {
    painter.paintWhole(layers, cache: cache, tileIndex: tileIndex, grid: grid)
  }

  /// Whether drawing a tile again takes less time than storing and loading it. A tile to which a bloom is added is needed twice: for the
  /// blur's passes, and then for the conversion.
  func isCheaperToRedraw(tileIndex: Int, of grid: TileGrid) -> Bool {
    PreparedLayer.paintingCost(of: layers, cache: cache, inTile: tileIndex, rect: grid.drawnRect(tileIndex))
      <= PreparedLayer.maximumCostWorthRepainting
  }

  /// Converts a tile to encoder samples.
  ///
  /// - Parameters:
  ///   - tileIndex: the tile's index in `grid`.
  ///   - bloom: light that is added while the tile is converted; nil for none.
  func convert(_ tile: Tile, tileIndex: Int, bloom: AddedBloom?, scratch: AlignedBuffer<Float>) {
    convertTile(
      tile, region: grid.region(tileIndex), transform: transform, glow: bloom, background: background, into: output,
      scratch: scratch)
  }
}
