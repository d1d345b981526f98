import Model
import Raster

/// How a frame, or a wider rectangle around it, is cut into tiles.
///
/// Pixels never depend on the grid: a test draws the same frame with other tile sizes. A tile of 240 × 64 float pixels takes 245
/// kB, which stays in a second-level cache of 512 kB. Its rows are long enough that the work done once per row hardly counts. The
/// distance between rows is not a power of two, so that rows do not push each other out of the first-level cache. A frame of 1920
/// × 1080 takes 0.82 to 0.93 of the time that it takes with tiles of 128 × 64; with tiles of 256 × 64, large discs take twice the
/// time.
///
/// Tiles begin at multiples of their size in frame coordinates, regardless of the extent: a grid with a margin for a filter has
/// the tiles of the frame's grid, and more tiles around them. Tiles are numbered row by row, from the upper left one on: a tile's
/// index is tileRow × `tileColumnCount` + tileColumn.
package struct TileGrid: Sendable, Equatable {
  /// The pixels that the tiles cover, in frame coordinates, which are negative to the left of and above the frame.
  package let extent: PixelRect
  /// Width in pixels of a tile that the extent does not cut, without its left margin.
  package let tileWidth: Int
  /// Height in pixels of a tile that the extent does not cut.
  package let tileHeight: Int
  /// Width in pixels of a strip to the left of each tile, which belongs to the neighbouring tile. It is drawn twice because the
  /// chroma filter of the output reads one pixel to the left.
  package let leftMargin: Int
  /// Number of tiles in a row.
  package let tileColumnCount: Int
  /// Number of tiles in a column.
  package let tileRowCount: Int
  /// How many tile columns the grid's first tile is to the right of the tile at the frame's origin: negative in a grid with a
  /// margin.
  private let columnOffset: Int
  /// How many tile rows the grid's first tile is below the tile at the frame's origin: negative in a grid with a margin.
  private let rowOffset: Int

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
      "A tile's width must be a multiple of 8 pixels (lanes), its height a multiple of 4 (blocks of bloom).")
    self.extent = extent
    self.tileWidth = tileWidth
    self.tileHeight = tileHeight
    self.leftMargin = leftMargin
    columnOffset = Self.floorQuotient(extent.x, tileWidth)
    rowOffset = Self.floorQuotient(extent.y, tileHeight)
    tileColumnCount = Self.floorQuotient(extent.endX - 1, tileWidth) - columnOffset + 1
    tileRowCount = Self.floorQuotient(extent.endY - 1, tileHeight) - rowOffset + 1
  }

  /// ⌊dividend ÷ divisor⌋, also below 0, where Swift's division rounds up.
  private static func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
    dividend >= 0 ? dividend / divisor : -((divisor - 1 - dividend) / divisor)
  }

  /// A grid of the same tiles and more around them, whose extent reaches further by `pixels`, rounded up to a multiple of 8, on
  /// each side.
  package func widened(by pixels: Int) -> TileGrid {
    if pixels <= 0 { return self }
    let margin = (pixels + 7) / 8 * 8
    return TileGrid(
      extent: PixelRect(
        x: extent.x - margin, y: extent.y - margin, width: extent.width + 2 * margin,
        height: extent.height + 2 * margin),
      tileWidth: tileWidth, tileHeight: tileHeight, leftMargin: leftMargin)
  }

  /// A grid of tiles of the same size for the same part of the canvas in other pixels, `scale` times as many along both axes, whose extent
  /// reaches further by `pixels` of these, rounded up to a multiple of 8, on each side.
  package func rasterized(scale: Double, widenedBy pixels: Int) -> TileGrid {
    if scale == 1 { return widened(by: pixels) }
    func scaled(_ value: Int, _ rule: FloatingPointRoundingRule) -> Int { Int((Double(value) * scale).rounded(rule)) }
    // The left edge lies at a multiple of 8, as those of all grids do.
    let (left, top) = (scaled(extent.x, .down) & ~7, scaled(extent.y, .down) & ~7)
    let part = PixelRect(
      x: left, y: top, width: scaled(extent.endX, .up) - left, height: scaled(extent.endY, .up) - top)
    return TileGrid(extent: part, tileWidth: tileWidth, tileHeight: tileHeight, leftMargin: leftMargin)
      .widened(by: pixels)
  }

  /// Number of tiles.
  package var count: Int { tileColumnCount * tileRowCount }

  /// Number of Floats in the largest tile, its left margin included: four for each pixel.
  package var tileFloats: Int { (tileWidth + leftMargin) * tileHeight * 4 }

  /// The pixels of the extent that belong to a tile, without its left margin, in frame coordinates.
  package func region(_ index: Int) -> PixelRect {
    let left = (columnOffset + index % tileColumnCount) * tileWidth
    let top = (rowOffset + index / tileColumnCount) * tileHeight
    let (x, y) = (max(left, extent.x), max(top, extent.y))
    return PixelRect(
      x: x, y: y, width: min(left + tileWidth, extent.endX) - x, height: min(top + tileHeight, extent.endY) - y)
  }

  /// The pixels that are drawn for a tile: its region and, except at the left edge of the extent, its left margin.
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
    (Self.floorQuotient(rect.endY - 1, tileHeight) - rowOffset) * tileColumnCount
      + Self.floorQuotient(rect.endX - 1, tileWidth) - columnOffset
  }

  /// The tiles whose drawn pixels, left margins included, touch the box left ≤ x < right, top ≤ y < bottom in frame pixels; nil
  /// if the box is empty or outside of the extent.
  @inline(__always)
  package func tiles(left: Int, top: Int, right: Int, bottom: Int) -> TileRange? {
    let (x0, y0) = (max(left, extent.x), max(top, extent.y))
    let (x1, y1) = (min(right, extent.endX), min(bottom, extent.endY))
    if x0 >= x1 || y0 >= y1 { return nil }
    // Differences from the upper left corner of the first tile are never negative.
    let (originX, originY) = (columnOffset * tileWidth, rowOffset * tileHeight)
    return TileRange(
      firstTileColumn: (x0 - originX) / tileWidth,
      lastTileColumn: min((x1 - 1 - originX + leftMargin) / tileWidth, tileColumnCount - 1),
      firstTileRow: (y0 - originY) / tileHeight, lastTileRow: (y1 - 1 - originY) / tileHeight)
  }
}

/// A rectangle of tiles, given by its first and last tile columns and tile rows, counted from the grid's first tile.
package struct TileRange {
  package let firstTileColumn: Int
  package let lastTileColumn: Int
  package let firstTileRow: Int
  package let lastTileRow: Int
}
