import Lanes
import Model
import Raster

/// Draws a picture into an upright box of the frame. Where pixels of the picture and of the frame coincide it is copied, otherwise it is
/// resampled along both axes (`ResamplingAxis`).
///
/// For each row of a tile, rows of the picture are mixed first, in all columns that the tile reads; then these columns are mixed. Sums have
/// a fixed order, so that no pixel depends on the tile.
struct UprightPicture {
  private var picture: LightPicture?
  private var columns = ResamplingAxis()
  private var rows = ResamplingAxis()

  /// The pixels along an axis that may be asked for: those of the frame and, on each side, as many again plus 4,096, which is farther than
  /// filters read.
  private static func limits(_ pixels: Int) -> Range<Int> { -pixels - 4096..<2 * pixels + 4096 }

  /// Places a picture.
  ///
  /// - Parameters:
  ///   - box: the box of the whole picture, in frame pixels.
  ///   - visible: the box to which the picture is cropped.
  mutating func set(_ picture: LightPicture?, box: PlaneRect, visible: PlaneRect, canvas: Canvas) {
    self.picture = picture
    guard let picture else { return }
    columns.set(
      count: picture.width, from: box.x, to: box.x + box.width, visible: visible.x...visible.x + max(visible.width, 0),
      limits: Self.limits(canvas.widthPixels))
    rows.set(
      count: picture.height, from: box.y, to: box.y + box.height,
      visible: visible.y...visible.y + max(visible.height, 0), limits: Self.limits(canvas.heightPixels))
  }

  /// Releases the picture.
  mutating func forget() { picture = nil }

  /// Whether nothing is drawn.
  var isEmpty: Bool { picture == nil || columns.pixels.isEmpty || rows.pixels.isEmpty }

  /// The pixels that the picture covers, fully or in part.
  var bounds: PixelRect {
    PixelRect(
      x: columns.pixels.lowerBound, y: rows.pixels.lowerBound, width: columns.pixels.count, height: rows.pixels.count)
  }

  /// Draws the picture onto a tile. Returns false if the picture does not touch the tile.
  func draw(_ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    guard let picture, !isEmpty else { return false }
    let shownColumns = columns.pixels.clamped(to: tile.x..<tile.x + tile.width)
    let shownRows = rows.pixels.clamped(to: tile.y..<tile.y + tile.height)
    guard !shownColumns.isEmpty, !shownRows.isEmpty else { return false }
    // Whole blocks are drawn; their pixels that the picture does not cover become transparent.
    let blockColumns = (shownColumns.lowerBound - tile.x) / 8 * 8..<(shownColumns.upperBound - tile.x + 7) / 8 * 8
    blocks.reset(width: tile.width, height: tile.height)
    blocks.mark(
      rows: shownRows.lowerBound - tile.y..<shownRows.upperBound - tile.y, columns: blockColumns)
    for y in shownRows {
      for plane in 0..<4 {
        let row = tile.row(y - tile.y, plane: plane)
        if shownColumns.count < blockColumns.count {
          (row + blockColumns.lowerBound).update(repeating: 0, count: blockColumns.count)
        }
      }
      drawRow(y, shownColumns, of: picture, onto: tile, scratch)
    }
    return true
  }

  /// Draws the frame's row `y` in some columns.
  private func drawRow(
    _ y: Int, _ shown: Range<Int>, of picture: LightPicture, onto tile: Tile, _ scratch: AlignedBuffer<Float>
  ) {
    let source = picture.pixels.tile
    let planeCount = picture.isOpaque ? 3 : 4
    rows.withTaps { allRowTaps, rowWeights in
      let rowTaps = allRowTaps[y - rows.pixels.lowerBound]
      columns.withTaps { columnTaps, columnWeights in
        let taps = columnTaps + (shown.lowerBound - columns.pixels.lowerBound)
        let last = taps[shown.count - 1]
        let readColumns = taps[0].first..<last.first + last.count
        let copiesPictureRow = columns.isCopy && rowTaps.count == 1 && rowWeights[rowTaps.weightIndex] == 1
        if !copiesPictureRow { scratch.resize(to: (readColumns.count + 7) / 8 * 8 + 16) }
        for plane in 0..<planeCount {
          let onto = tile.row(y - tile.y, plane: plane) + (shown.lowerBound - tile.x)
          // The picture's values in the columns that are read.
          let values: UnsafePointer<Float>
          if copiesPictureRow {
            values = UnsafePointer(source.row(rowTaps.first, plane: plane) + readColumns.lowerBound)
          } else {
            mix(source, rowTaps, rowWeights, plane, readColumns, into: scratch.base)
            // Values beyond the last one are read too, with a weight of 0.
            (scratch.base + readColumns.count).update(repeating: 0, count: 16)
            values = UnsafePointer(scratch.base)
          }
          if columns.isCopy {
            onto.update(from: values, count: shown.count)
          } else if !columns.interpolate(shown, of: values - readColumns.lowerBound, into: onto) {
            Self.mix(values - readColumns.lowerBound, taps, columnWeights, count: shown.count, into: onto)
          }
        }
        if picture.isOpaque {
          let alpha = tile.row(y - tile.y, plane: 3) + (shown.lowerBound - tile.x)
          for index in 0..<shown.count { alpha[index] = rowTaps.coverage * taps[index].coverage }
        }
      }
    }
  }

  /// Mixes rows of a plane, in each of the picture's `readColumns`.
  private func mix(
    _ source: Tile, _ taps: ResamplingAxis.Taps, _ weights: UnsafePointer<Float>, _ plane: Int,
    _ readColumns: Range<Int>, into values: UnsafeMutablePointer<Float>
  ) {
    let firstRow = UnsafePointer(source.row(taps.first, plane: plane))
    var column = readColumns.lowerBound
    while column < readColumns.upperBound {
      // The last block ends where the picture's row of memory ends, and overlaps the block before.
      let start = min(column, source.width &- 8)
      var sum = Lanes.load(firstRow + start) * weights[taps.weightIndex]
      var tap = 1
      while tap < taps.count {
        sum += Lanes.load(firstRow + (start &+ tap &* source.rowStride)) * weights[taps.weightIndex &+ tap]
        tap &+= 1
      }
      if start == column {
        Lanes.store(sum, to: values + (column &- readColumns.lowerBound))
      } else {
        for lane in column &- start..<8 { values[start &+ lane &- readColumns.lowerBound] = sum[lane] }
      }
      column &+= 8
    }
  }

  /// Mixes columns. `values` points to where the picture's first column would lie, even if that column was not read.
  private static func mix(
    _ values: UnsafePointer<Float>, _ taps: UnsafePointer<ResamplingAxis.Taps>, _ weights: UnsafePointer<Float>,
    count: Int, into onto: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      let pixel = taps[index]
      let (value, weight) = (values + pixel.first, weights + pixel.weightIndex)
      var sum = value[0] * weight[0]
      var tap = 1
      while tap < pixel.count {
        sum += value[tap] * weight[tap]
        tap &+= 1
      }
      onto[index] = sum
    }
  }
}
