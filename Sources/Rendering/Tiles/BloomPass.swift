import Lanes
import Model
import Raster

/// The two passes of a frame that glows: draw to memory and gather what is bright, blur that, then add it on the way out.
///
/// The float frame is written once and read once, tile by tile: each tile has a place of its own in memory, its margin
/// included, to which it is streamed past the cache when it has been drawn, and from where it leaves. Rows of whole frames
/// would be read in pieces too short for the processor to fetch ahead. The glow is gathered in blocks of 4 × 4 pixels,
/// whose rows of blocks belong to one tile each, so tiles never share one.
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
    layers: [LayerFrame], backdrop: StaticTileCache?, clock: AnimationClock, grid: TileGrid, painters: [TilePainter],
    pool: WorkerPool,
    transform: OutputTransform, stages: StageTimes? = nil, into output: PixelBuffer
  ) {
    let threshold = Float(settings.threshold.value(at: clock))
    let strength = Float(settings.strength.value(at: clock))
    let frame = Frame(
      pass: self, layers: layers, backdrop: backdrop, grid: grid, painters: painters, stages: stages,
      threshold: threshold, strength: strength, transform: transform, output: output)
    pool.run(jobs: grid.count, DrawAndGather(frame: frame))
    for pass in bloom.blurPasses { pool.run(jobs: pass.jobCount, Blur(frame: frame, pass: pass)) }
    pool.run(jobs: grid.count, AddAndConvert(frame: frame))
  }

  /// What the passes of one frame share.
  private struct Frame {
    let pass: BloomPass
    let layers: [LayerFrame]
    let backdrop: StaticTileCache?
    let grid: TileGrid
    let painters: [TilePainter]
    let stages: StageTimes?
    let threshold: Float
    let strength: Float
    let transform: OutputTransform
    let output: PixelBuffer
  }

  /// Draw, keep, and gather.
  private struct DrawAndGather: PoolWork {
    let frame: Frame

    func perform(job: Int, worker: Int) {
      let (grid, painter, laps) = (frame.grid, frame.painters[worker], frame.stages?.workers[worker])
      laps?.start()
      let tile = painter.paintWhole(frame.layers, backdrop: frame.backdrop, tileIndex: job, grid: grid)
      frame.pass.bloom.gather(
        from: tile, region: grid.region(job), threshold: frame.threshold, scratch: painter.scratch)
      stream(tile, to: frame.pass.tile(job, grid), keepsAlpha: frame.output.format.hasAlpha)
      laps?.lap(.bloom)
    }
  }

  private struct Blur: PoolWork {
    let frame: Frame
    let pass: Bloom.BlurPass

    func perform(job: Int, worker: Int) {
      let laps = frame.stages?.workers[worker]
      laps?.start()
      frame.pass.bloom.perform(pass, job: job, scratch: frame.painters[worker].scratch)
      laps?.lap(.bloom)
    }
  }

  /// Add the glow on the way out, last tiles first: those are still in the cache.
  private struct AddAndConvert: PoolWork {
    let frame: Frame

    func perform(job index: Int, worker: Int) {
      let grid = frame.grid
      let job = grid.count - 1 - index
      let laps = frame.stages?.workers[worker]
      laps?.start()
      quantise(
        frame.pass.tile(job, grid), region: grid.region(job), transform: frame.transform,
        glow: Glow(frame.pass.bloom, strength: frame.strength), into: frame.output,
        scratch: frame.painters[worker].scratch)
      laps?.lap(.convert)
    }
  }

  private func tile(_ job: Int, _ grid: TileGrid) -> Tile {
    let rect = grid.drawnRect(job)
    return Tile(
      base: tiles.base + job * tileFloats, x: rect.x, y: rect.y, width: (rect.width + 7) / 8 * 8, height: rect.height)
  }
}
