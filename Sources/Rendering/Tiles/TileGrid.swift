import Model
import Raster

/// How a frame, or a wider rectangle around it, is cut into tiles.
///
/// Pixels never depend on the grid: a test draws the same frame with other tile sizes. A tile of 240 × 64 float pixels takes 245 kB,
/// which stays in a second-level cache of 512 kB; its rows are long enough that the work done once per row hardly counts, and
/// the distance between rows is not a power of two, so that rows do not push each other out of the first-level cache. Frames of 1920 ×
/// 1080 are drawn in 0.82 to 0.93 of the time that tiles of 128 × 64 take; tiles of 256 × 64 draw large discs in twice the
/// time.
///
/// Tiles begin at multiples of their size in frame coordinates, regardless of the extent: a grid with a margin for a filter has the
/// tiles of the frame's grid, and more tiles around them. Tile indices count row by row, from the upper left tile on:
/// tileRow × `tileColumnCount` + tileColumn.
package struct TileGrid: Sendable, Equatable {
  /// The pixels that the tiles cover, in frame coordinates, which are negative to the left of and above the frame.
  package let extent: PixelRect
  /// Size in pixels of a tile that the extent does not cut, without its left margin.
  package let tileWidth: Int
  package let tileHeight: Int
  /// Width in pixels of a strip to the left of each tile, which belongs to the neighbouring tile. It is drawn twice because the chroma
  /// filter of the output reads one pixel to the left.
  package let leftMargin: Int
  /// Number of tiles in a row.
  package let tileColumnCount: Int
  /// Number of tiles in a column.
  package let tileRowCount: Int
  /// Tile column and row of the first tile, counted from the tile at the frame's origin: negative in a grid with a margin.
  private let firstTileColumn: Int
  private let firstTileRow: Int

  package static let defaultTileWidth = Int(PixelMemory.tileWidth)
  package static let defaultTileHeight = Int(PixelMemory.tileHeight)

  package init(
    frameWidth: Int, frameHeight: Int, tileWidth: Int = TileGrid.defaultTileWidth,
    tileHeight: Int = TileGrid.defaultTileHeight, leftMargin: Int
  ) {
    self.init(
      extent: PixelRect(x: 0, y: 0, width: frameWidth, height: frameHeight), tileWidth: tileWidth,
      tileHeight: tileHeight, leftMargin: leftMargin)
  }

  private init(extent: PixelRect, tileWidth: Int, tileHeight: Int, leftMargin: Int) {
    precondition(
      tileWidth > 0 && tileWidth % 8 == 0 && tileHeight > 0 && tileHeight % 4 == 0,
      "Tiles are whole lanes wide and whole bloom blocks high.")
    self.extent = extent
    self.tileWidth = tileWidth
    self.tileHeight = tileHeight
    self.leftMargin = leftMargin
    firstTileColumn = Self.floorQuotient(extent.x, tileWidth)
    firstTileRow = Self.floorQuotient(extent.y, tileHeight)
    tileColumnCount = Self.floorQuotient(extent.endX - 1, tileWidth) - firstTileColumn + 1
    tileRowCount = Self.floorQuotient(extent.endY - 1, tileHeight) - firstTileRow + 1
  }

  /// ⌊dividend ÷ divisor⌋, also below 0, where Swift's division rounds up.
  private static func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
    dividend >= 0 ? dividend / divisor : -((divisor - 1 - dividend) / divisor)
  }

  /// A grid of aligned tiles that reaches `pixels` further to all sides, rounded up to whole lanes.
  package func widened(by pixels: Int) -> TileGrid {
    if pixels <= 0 { return self }
    let margin = (pixels + 7) / 8 * 8
    return TileGrid(
      extent: PixelRect(
        x: extent.x - margin, y: extent.y - margin, width: extent.width + 2 * margin,
        height: extent.height + 2 * margin),
      tileWidth: tileWidth, tileHeight: tileHeight, leftMargin: leftMargin)
  }

  /// Number of tiles.
  package var count: Int { tileColumnCount * tileRowCount }

  /// Floats of the largest tile, its left margin included: four for each pixel.
  package var tileFloats: Int { (tileWidth + leftMargin) * tileHeight * 4 }

  /// The pixels of the extent that belong to a tile, without its left margin, in frame coordinates.
  package func region(_ index: Int) -> PixelRect {
    let left = (firstTileColumn + index % tileColumnCount) * tileWidth
    let top = (firstTileRow + index / tileColumnCount) * tileHeight
    let (x, y) = (max(left, extent.x), max(top, extent.y))
    return PixelRect(
      x: x, y: y, width: min(left + tileWidth, extent.endX) - x, height: min(top + tileHeight, extent.endY) - y)
  }

  /// The pixels that are drawn for a tile: its region and, except at the left edge, the margin.
  package func drawnRect(_ index: Int) -> PixelRect {
    var rect = region(index)
    if rect.x > extent.x {
      rect.x -= leftMargin
      rect.width += leftMargin
    }
    return rect
  }

  /// The index of the tile whose region contains the lower right pixel of `rect`. For the region or drawn rectangle of a tile of
  /// another grid, that is the tile at the same coordinates: grids differ only in how far they reach.
  package func index(ofTileAt rect: PixelRect) -> Int {
    (Self.floorQuotient(rect.endY - 1, tileHeight) - firstTileRow) * tileColumnCount
      + Self.floorQuotient(rect.endX - 1, tileWidth) - firstTileColumn
  }

  /// The tiles whose drawn pixels, left margins included, touch the box left ≤ x < right, top ≤ y < bottom in frame pixels; nil
  /// if the box is empty or outside of the extent.
  @inline(__always)
  package func tiles(left: Int, top: Int, right: Int, bottom: Int) -> TileRange? {
    let (x0, y0) = (max(left, extent.x), max(top, extent.y))
    let (x1, y1) = (min(right, extent.endX), min(bottom, extent.endY))
    if x0 >= x1 || y0 >= y1 { return nil }
    // Differences from the first tile's corner are never negative.
    let (originX, originY) = (firstTileColumn * tileWidth, firstTileRow * tileHeight)
    return TileRange(
      firstTileColumn: (x0 - originX) / tileWidth,
      lastTileColumn: min((x1 - 1 - originX + leftMargin) / tileWidth, tileColumnCount - 1),
      firstTileRow: (y0 - originY) / tileHeight, lastTileRow: (y1 - 1 - originY) / tileHeight)
  }
}

/// A rectangle of tiles by their columns and rows in a grid, counted from 0, both ends included.
package struct TileRange {
  package let firstTileColumn: Int
  package let lastTileColumn: Int
  package let firstTileRow: Int
  package let lastTileRow: Int
}
