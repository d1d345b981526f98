import Lanes
import Model
import Raster

/// A filter of one layer, group or canvas, from frame to frame.
///
/// `update` is called once a frame, by one thread; until the next call any number of threads work on tiles. A pixel depends on
/// the frame's time and on the filter's input alone, never on how the frame is cut into tiles or jobs.
package protocol LayerFilter: AnyObject, Sendable {
  /// Reads the animated values.
  func update(at clock: AnimationClock)

  /// Content version: equal versions do the same to equal inputs; nil means treat as changed.
  var contentVersion: Int? { get }
}

/// A filter whose pixels follow from the same pixels of its input. It works row by row on tiles that are in the cache.
package protocol PointwiseFilter: LayerFilter {
  /// Replaces premultiplied pixels: `width` values of each plane, which is a multiple of 8.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first pixel.
  ///   - y: frame coordinate of the row.
  func apply(to row: TileRow, x: Int, y: Int)
}

/// A filter whose pixels depend on their neighbours. All tiles of its input are gathered first, then its passes run over
/// memory of its own, then any tile of the result can be asked for.
package protocol NeighborhoodFilter: LayerFilter {
  /// Whether `finish` changes the input's pixels. Else it writes all of them, and the input need not be stored.
  var readsInput: Bool { get }

  /// Takes what the passes need from a finished tile of the input, of which `region` is this tile's own share. Tiles come in
  /// any order, each once.
  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>)

  /// The number of jobs of each pass between the last `gather` and the first `finish`.
  var jobCounts: [Int] { get }

  /// Does a job of a pass; all passes before it are done. The jobs of a pass run in any order on any threads.
  func perform(pass: Int, job: Int, scratch: AlignedBuffer<Float>)

  /// Writes the result to a tile, which holds the input if the filter reads it.
  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>)

  /// The result as light that is added to the input on its way to the encoder, where the filter can be written so: as the
  /// canvas's last filter it then costs no walk over the tile.
  var glow: Glow? { get }
}

extension NeighborhoodFilter {
  package var readsInput: Bool { true }
  package var glow: Glow? { nil }
}

/// The filter that a declaration asks for; nil if it could change nothing at any time.
///
/// - Parameter input: the pixels that its input covers.
package func makeFilter(_ filter: Filter, canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
  switch filter {
  case .bloom(let bloom): BloomFilter(bloom, canvas: canvas, input: input)
  }
}
