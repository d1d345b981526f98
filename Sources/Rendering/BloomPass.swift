import Raster
import Scenes

/// The two passes of a frame that glows: draw to memory and gather what is bright, blur that, then add it on the way out.
///
/// The float frame is written once and read once. The glow is gathered in blocks of 4 × 4 pixels, whose rows of blocks
/// belong to one tile each, so tiles never share one.
final class BloomPass: @unchecked Sendable {
  private let frame: FrameBuffer
  private let bloom: Bloom
  private let settings: Post.Bloom

  init?(bloom settings: Post.Bloom, canvas: Canvas) {
    let radiusPixels = settings.radius * canvas.pixelsPerPoint
    guard radiusPixels > 0 else { return nil }
    self.settings = settings
    frame = FrameBuffer(width: canvas.widthPixels, height: canvas.heightPixels)
    bloom = Bloom(width: canvas.widthPixels, height: canvas.heightPixels, radiusPixels: Float(radiusPixels))
  }

  func render(
    layers: [LayerFrame], clock: Clock, grid: TileGrid, painters: [TilePainter], pool: WorkerPool,
    transform: OutputTransform, stages: StageTimes? = nil, into output: PixelBuffer
  ) {
    let threshold = Float(settings.threshold.value(at: clock))
    let strength = Float(settings.strength.value(at: clock))
    // Draw, keep, and gather.
    pool.run(jobs: grid.count) { job, worker in
      let laps = stages?.workers[worker]
      laps?.start()
      let tile = painters[worker].paint(layers, tileIndex: job, grid: grid)
      let region = grid.region(job)
      copy(tile, region: region, into: frame.tile)
      bloom.gather(from: tile, region: region, threshold: threshold)
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
    // Add the glow to each tile and send it out.
    pool.run(jobs: grid.count) { job, worker in
      let laps = stages?.workers[worker]
      laps?.start()
      let rect = grid.drawnRect(job)
      let tile = painters[worker].scratch(at: rect)
      copy(frame.tile, region: rect, into: tile)
      bloom.add(to: tile, region: rect, strength: strength)
      laps?.lap(.bloom)
      quantise(tile, region: grid.region(job), transform: transform, into: output)
      laps?.lap(.convert)
    }
  }
}
