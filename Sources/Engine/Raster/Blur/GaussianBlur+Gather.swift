import Lanes

extension GaussianBlur {
  /// Stores the part of a tile inside of `region`, whose first column and row must be multiples of the stored blocks' width and height.
  package func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    if region.width <= 0 || region.height <= 0 { return }
    let (blockWidth, blockHeight) = (horizontal.reduction, vertical.reduction)
    precondition(
      region.x % blockWidth == 0 && region.y % blockHeight == 0,
      "A blur takes whole blocks of the pixels that it reduces.")
    // Sums of rows, and sums of rows times their offsets from the block's middle, with room for the last whole vectors.
    let sumCount = (region.width + 31) / 32 * 32 + 32
    scratch.resize(to: 2 * sumCount)
    let (sums, momentSums) = (scratch.base, scratch.base + sumCount)
    let valueCount = (region.width + blockWidth - 1) / blockWidth
    for storedRow in region.y / blockHeight..<(region.endY + blockHeight - 1) / blockHeight {
      let first = storedRow * blockHeight
      let rows = min(blockHeight, region.endY - first)
      let inversePixelCount = 1 / Float((mirrorsAtEdges ? rows : blockHeight) * blockWidth)
      for plane in 0..<planeCount {
        for row in 0..<rows {
          let pixels = tile.row(first + row - tile.y, plane: firstPlane + plane) + (region.x - tile.x)
          let rowOffset = Self.offsetInBlock(row, of: blockHeight)
          if row == 0 {
            store(pixels, rowOffset, to: sums, blockHeight > 1 ? momentSums : nil, count: region.width)
          } else {
            add(pixels, rowOffset, to: sums, momentSums, count: region.width)
          }
        }
        for column in region.width..<sumCount { (sums[column], momentSums[column]) = (0, 0) }
        let offset = (plane * storedHeight + storedRow) * rowStride + region.x / blockWidth
        reduce(
          sums, by: blockWidth, inversePixelCount, to: means.base + offset,
          blockWidth > 1 ? moments.x.base + offset : nil, valueCount)
        if blockHeight > 1 {
          reduce(momentSums, by: blockWidth, inversePixelCount, to: moments.y.base + offset, nil, valueCount)
          if mirrorsAtEdges && rows < blockHeight { fillBelow(from: rows, offset, valueCount) }
        }
        let remainder = region.width % blockWidth
        if mirrorsAtEdges && remainder > 0 { fillRight(from: remainder, offset + valueCount - 1) }
      }
    }
  }

  /// Returns the offset of pixel `index` of a block of `count` pixels from the block's middle, as a share of the block's side.
  private static func offsetInBlock(_ index: Int, of count: Int) -> Float {
    (Float(index) - Float(count - 1) / 2) / Float(count)
  }

  /// Returns the first moment of the pixels from index `first` to the end of a block of `count` pixels, if each has the value 1.
  private static func moment(ofPixelsFrom first: Int, of count: Int) -> Float {
    (first..<count).reduce(0) { $0 + offsetInBlock($1, of: count) } / Float(count)
  }

  /// Completes the moments of blocks that the picture's lower edge cuts off after `rows` rows. The missing rows count as if they
  /// had the mean of the existing rows.
  private func fillBelow(from rows: Int, _ offset: Int, _ count: Int) {
    let (keptShare, missingMoment) = (
      Float(rows) / Float(vertical.reduction), Self.moment(ofPixelsFrom: rows, of: vertical.reduction)
    )
    for index in offset..<offset + count {
      moments.y[index] = moments.y[index] * keptShare + means[index] * missingMoment
    }
  }

  /// Completes a block that the picture's right edge cuts off after `columns` columns. The missing columns count as if they had
  /// the mean of the existing columns.
  private func fillRight(from columns: Int, _ index: Int) {
    let blockWidth = horizontal.reduction
    let factor = Float(blockWidth) / Float(columns)
    means[index] *= factor
    moments.x[index] += means[index] * Self.moment(ofPixelsFrom: columns, of: blockWidth)
    if vertical.reduction > 1 { moments.y[index] *= factor }
  }
}

/// Writes a row to `sums`, and the row times `factor` to `momentSums`, if given.
@inline(never)
private func store(
  _ row: UnsafeMutablePointer<Float>, _ factor: Float, to sums: UnsafeMutablePointer<Float>,
  _ momentSums: UnsafeMutablePointer<Float>?, count: Int
) {
  var column = 0
  while column < count {
    let value = Lanes.load(row + column)
    Lanes.store(value, to: sums + column)
    if let momentSums { Lanes.store(value * factor, to: momentSums + column) }
    column &+= 8
  }
}

/// Adds a row to `sums`, and the row times `factor` to `momentSums`.
@inline(never)
private func add(
  _ row: UnsafeMutablePointer<Float>, _ factor: Float, to sums: UnsafeMutablePointer<Float>,
  _ momentSums: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  while column < count {
    let value = Lanes.load(row + column)
    Lanes.store(Lanes.load(sums + column) + value, to: sums + column)
    Lanes.store(Lanes.load(momentSums + column) + value * factor, to: momentSums + column)
    column &+= 8
  }
}

/// Writes the sums of `count` blocks of `side` neighbouring values (1, 2 or 4), times `scale`, to `sums`; and the blocks' first moments,
/// times `scale`, to `moments`, if given. A moment is the sum of value × offset from the block's middle, as a share of the block's side.
@inline(never)
private func reduce(
  _ row: UnsafeMutablePointer<Float>, by side: Int, _ scale: Float, to sums: UnsafeMutablePointer<Float>,
  _ moments: UnsafeMutablePointer<Float>?, _ count: Int
) {
  var index = 0
  while index < count {
    let block = row + index * side
    var (sum, moment) = (Lanes.load(block), Float8())
    if side == 2 {
      let (a, b) = (sum, Lanes.load(block + 8))
      let (first, second) = (Lanes.evens(a, b), Lanes.odds(a, b))
      // The offsets are −¼ and ¼.
      (sum, moment) = (first + second, (second - first) * 0.25)
    } else if side == 4 {
      let (a, b, c, d) = (sum, Lanes.load(block + 8), Lanes.load(block + 16), Lanes.load(block + 24))
      let (even, odd) = ((Lanes.evens(a, b), Lanes.evens(c, d)), (Lanes.odds(a, b), Lanes.odds(c, d)))
      let (first, third) = (Lanes.evens(even.0, even.1), Lanes.odds(even.0, even.1))
      let (second, fourth) = (Lanes.evens(odd.0, odd.1), Lanes.odds(odd.0, odd.1))
      sum = (first + second) + (third + fourth)
      // The offsets are −⅜, −⅛, ⅛ and ⅜.
      moment = (fourth - first) * 0.375 + (third - second) * 0.125
    }
    write(sum * scale, to: sums + index, count - index)
    if let moments { write(moment * scale, to: moments + index, count - index) }
    index += 8
  }
}

/// Writes the first `room` of eight values, or all eight if `room` is larger.
@inline(__always)
private func write(_ values: Float8, to output: UnsafeMutablePointer<Float>, _ room: Int) {
  if room >= 8 {
    Lanes.store(values, to: output)
  } else {
    for lane in 0..<room { output[lane] = values[lane] }
  }
}
