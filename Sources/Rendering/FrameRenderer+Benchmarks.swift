import Raster
import Scenes

extension FrameRenderer {
  /// Evaluates, bins and draws all tiles, and throws the pixels away: what the drawing workloads time.
  package func drawOnly(at time: Rational) {
    let seconds = plan.scene.canvas.reduced(time).double
    prepareEmitters(at: seconds)
    let layers = shownLayers(at: seconds)
    pool.run(jobs: grid.count) { job, worker in
      _ = painters[worker].paint(layers, tileIndex: job, grid: grid)
    }
  }

  /// Evaluates the particles and no more.
  package func evaluateOnly(at time: Rational) {
    let seconds = plan.scene.canvas.reduced(time).double
    for emitter in emitters { emitter.evaluate(at: seconds, pool: pool, scratch: scratch) }
  }
}

/// Converts an encoded float frame to 8-bit 4:2:0, tile by tile: what the workload `yuv` times.
package final class ConversionWorkload {
  private let frame: FrameBuffer
  private let output: PixelBuffer
  private let grid: TileGrid
  private let pool: WorkerPool

  package init(width: Int, height: Int, threadCount: Int) {
    frame = FrameBuffer(width: width, height: height)
    output = PixelBuffer(format: .yuv420p, width: width, height: height)
    grid = TileGrid(frameWidth: width, frameHeight: height, leftMargin: 8)
    pool = WorkerPool(threadCount: threadCount)
    // A colourful ramp, so that no code path is favoured.
    let tile = frame.tile
    for row in 0..<height {
      for column in 0..<width {
        tile.row(row, plane: 0)[column] = Float(column) / Float(width)
        tile.row(row, plane: 1)[column] = Float(row) / Float(height)
        tile.row(row, plane: 2)[column] = Float((column + row) % 256) / 255
        tile.row(row, plane: 3)[column] = 1
      }
    }
  }

  package func run() {
    let transform = OutputTransform(exposureScale: 1, toneMap: .none, inputIsEncoded: true)
    pool.run(jobs: grid.count) { job, _ in
      quantise(frame.tile, region: grid.region(job), transform: transform, into: output)
    }
  }
}
