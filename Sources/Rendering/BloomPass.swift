import Lanes
import Raster
import Scenes

/// The two passes of a frame that glows: draw to memory and gather what is bright, blur that, then add it on the way out.
///
/// The float frame is written once and read once, tile by tile: each tile has a place of its own in memory, its margin
/// included, where it is drawn and from where it leaves. Rows of whole frames would be read in pieces too short for the
/// processor to fetch ahead. The glow is gathered in blocks of 4 × 4 pixels, whose rows of blocks belong to one tile each,
/// so tiles never share one.
final class BloomPass: @unchecked Sendable {
  private let tiles: AlignedBuffer<Float>
  private let tileFloats: Int
  private let bloom: Bloom
  private let settings: Post.Bloom

  init?(bloom settings: Post.Bloom, canvas: Canvas, grid: TileGrid) {
    let radiusPixels = settings.radius * canvas.pixelsPerPoint
    guard radiusPixels > 0 else { return nil }
    self.settings = settings
    tileFloats = (grid.tileWidth + grid.leftMargin) * grid.tileHeight * 4
    tiles = AlignedBuffer(count: grid.count * tileFloats)
    bloom = Bloom(width: canvas.widthPixels, height: canvas.heightPixels, radiusPixels: Float(radiusPixels))
  }

  func render(
    layers: [LayerFrame], backdrop: BackdropCache?, clock: Clock, grid: TileGrid, painters: [TilePainter],
    pool: WorkerPool,
    transform: OutputTransform, stages: StageTimes? = nil, into output: PixelBuffer
  ) {
    let threshold = Float(settings.threshold.value(at: clock))
    let strength = Float(settings.strength.value(at: clock))
    // Draw, keep, and gather.
    pool.run(jobs: grid.count) { job, worker in
      let laps = stages?.workers[worker]
      laps?.start()
      let tile = tile(job, grid)
      painters[worker].paint(layers, backdrop: backdrop, tileIndex: job, grid: grid, onto: tile)
      bloom.gather(from: tile, region: grid.region(job), threshold: threshold)
      laps?.lap(.bloom)
    }
    bloom.blur { jobs, body in
      pool.run(jobs: jobs) { job, worker in
        let laps = stages?.workers[worker]
        laps?.start()
        body(job)
        laps?.lap(.bloom)
      }
    }
    // Add the glow on the way out, last tiles first: those are still in the cache.
    pool.run(jobs: grid.count) { index, worker in
      let job = grid.count - 1 - index
      let laps = stages?.workers[worker]
      laps?.start()
      quantise(
        tile(job, grid), region: grid.region(job), transform: transform, glow: Glow(bloom, strength: strength),
        into: output)
      laps?.lap(.convert)
    }
  }

  private func tile(_ job: Int, _ grid: TileGrid) -> Tile {
    let rect = grid.drawnRect(job)
    return Tile(
      base: tiles.base + job * tileFloats, x: rect.x, y: rect.y, width: (rect.width + 7) / 8 * 8, height: rect.height)
  }
}
