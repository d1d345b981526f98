import Lanes
import Raster

/// Reads rows of a stored picture, each shifted by a constant offset, for filters that compare a pixel with its neighbours.
struct ShiftedPictureRows {
  private let picture: SampledPicture
  private let displaced: DisplacedRow
  /// Rows of four planes that follow each other.
  private let memory: UnsafeMutablePointer<Float>
  private let width: Int

  /// Floats of memory for `count` rows of `width` pixels.
  static func floatCount(_ count: Int, width: Int) -> Int { DisplacedRow.floatCount(width) + 4 * width * count }

  init(_ picture: SampledPicture, width: Int, memory: UnsafeMutablePointer<Float>) {
    self.picture = picture
    self.width = width
    displaced = DisplacedRow(memory, count: width, isOdd: false)
    self.memory = memory + DisplacedRow.floatCount(width)
  }

  /// The colours at the places `offset` pixels away from each pixel of a row that begins at (x, y) in the picture.
  ///
  /// - Parameter index: the row of `memory` that the colours are written to.
  func read(_ index: Int, x: Int, y: Int, offset: SIMD2<Float>) -> TileRow {
    // A displaced row has eight offsets more than pixels.
    displaced.dx.update(repeating: offset.x, count: width + 8)
    displaced.dy.update(repeating: offset.y, count: width + 8)
    let row = TileRow(Tile(base: memory + index * 4 * width, x: x, y: y, width: width, height: 1), row: 0)
    displaced.sample(picture, x: x, y: y, channelFactors: SIMD3(repeating: 1), needsAveraging: false, onto: row)
    return row
  }
}
