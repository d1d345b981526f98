import Lanes
import Raster

/// Converts float pixels to a frame of samples, tile by tile. The benchmarks `yuv`, `yuv-frame`, `light`, `rgb` and `pq` time it.
package final class ConversionWorkload {
  /// Where the float pixels are read from.
  package enum Source: Sendable {
    /// One tile for each worker, which stays in the worker's cache, as for a frame without bloom.
    case tiles
    /// A float frame in memory, as for a frame with bloom.
    case wholeFrame
  }

  private let source: Source
  private let transform: OutputTransform
  /// A tile for each worker, or one buffer for the whole frame.
  private let buffers: [TileBuffer]
  /// Memory for the conversion, one buffer for each worker.
  private let scratch: [AlignedBuffer<Float>]
  private let output: PixelBuffer
  private let grid: TileGrid
  private let pool: WorkerPool

  package init(
    width: Int, height: Int, source: Source, transform: OutputTransform, format: PixelFormat, threadCount: Int
  ) {
    self.source = source
    self.transform = transform
    scratch = (0..<threadCount).map { _ in AlignedBuffer(count: 0) }
    output = PixelBuffer(format: format, width: width, height: height)
    // The margin is that of a renderer whose format halves the width of chroma (`FrameRenderer.chromaMargin`).
    let grid = TileGrid(frameWidth: width, frameHeight: height, leftMargin: 8)
    self.grid = grid
    pool = WorkerPool(threadCount: threadCount)
    buffers =
      switch source {
      case .tiles:
        (0..<threadCount).map { _ in TileBuffer(width: grid.tileWidth + grid.leftMargin, height: grid.tileHeight) }
      case .wholeFrame: [TileBuffer(width: width, height: height)]
      }
    for (index, buffer) in buffers.enumerated() { Self.paint(buffer.tile, phase: index) }
  }

  /// Converts one frame.
  package func run() {
    pool.run(tasks: grid.count) { task, worker in
      // `drawnRect` is `region` and the left margin, whose pixels the conversion only reads.
      let tile =
        switch source {
        case .tiles: buffers[worker].tile(at: grid.drawnRect(task))
        case .wholeFrame: buffers[0].tile
        }
      convertTile(tile, region: grid.region(task), transform: transform, into: output, scratch: scratch[worker])
    }
  }

  /// Paints a ramp of red along x, of green along y and of blue along both on an opaque tile, so that values of the whole range
  /// are converted.
  ///
  /// - Parameter phase: shifts the blue ramp, which repeats every 256 pixels, by 32 × `phase` pixels.
  private static func paint(_ tile: Tile, phase: Int) {
    for row in 0..<tile.height {
      for column in 0..<tile.width {
        tile.row(row, plane: 0)[column] = Float(column) / Float(tile.width)
        tile.row(row, plane: 1)[column] = Float(row) / Float(tile.height)
        tile.row(row, plane: 2)[column] = Float((column + row + 32 * phase) % 256) / 255
        tile.row(row, plane: 3)[column] = 1
      }
    }
  }
}
