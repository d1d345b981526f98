import Lanes

/// The blocks of eight neighbouring pixels of a tile's rows in which a layer has drawn anything, one bit for each block.
///
/// A layer that covers little of a tile is drawn and blended only in the marked blocks. Each row has `wordsPerRow` words; bit b of a
/// row's word w stands for the eight columns from 8·(64·w + b) on, counted from the tile's first column. An object serves one thread
/// at a time.
@usableFromInline
package final class OccupiedBlocks: @unchecked Sendable {
  /// The words row by row.
  private let words: AlignedBuffer<UInt64> = AlignedBuffer(count: 0)
  /// The memory that `scratchMemory` returns.
  private let scratch: AlignedBuffer<Int32> = AlignedBuffer(count: 0)
  /// Number of words for each row. A word has bits for 64 blocks, which are 512 columns.
  @usableFromInline var wordsPerRow = 0

  package init() {}

  /// Removes all marks and makes room for a tile of `width` × `height` pixels.
  package func reset(width: Int, height: Int) {
    wordsPerRow = (width + 511) / 512
    words.resize(to: wordsPerRow * height)
    words.fill(with: 0)
  }

  /// Removes all marks, and marks all blocks of a tile.
  package func markAll(of tile: Tile) {
    reset(width: tile.width, height: tile.height)
    mark(rows: 0..<tile.height, columns: 0..<tile.width)
  }

  /// Replaces all marks by copies of another object's marks.
  package func copyMarks(from other: OccupiedBlocks) {
    wordsPerRow = other.wordsPerRow
    words.resize(to: other.words.count)
    words.base.update(from: other.words.base, count: other.words.count)
  }

  /// Copies the pixels of the marked blocks from one tile to another of the same size.
  ///
  /// - Parameter planeCount: number of planes to copy, 3 without alpha or 4.
  package func copyMarkedPixels(of source: Tile, to target: Tile, planeCount: Int) {
    for row in 0..<source.height {
      let (from, to) = (source.row(row, plane: 0), target.row(row, plane: 0))
      for word in 0..<wordsPerRow {
        let blocks = words.base[row &* wordsPerRow &+ word]
        if wordsPerRow == 1 && blocks.nonzeroBitCount == source.width &>> 3 {
          // The planes of a row follow each other in memory.
          to.update(from: from, count: planeCount &* source.width)
          continue
        }
        forEachBitRange(blocks) { range in
          let column = (word &* 64 &+ range.lowerBound) &* 8
          for plane in 0..<planeCount {
            let offset = plane &* source.width &+ column
            (to + offset).update(from: from + offset, count: range.count &* 8)
          }
        }
      }
    }
  }

  /// Makes the pixels of all unmarked blocks of a tile transparent black; without `writesAlpha` the alpha plane is not touched.
  package func clearUnmarkedPixels(of tile: Tile, writesAlpha: Bool = true) {
    let lastWordBlockCount = (tile.width &>> 3) &- (wordsPerRow &- 1) &* 64
    clearPixels(tile, writesAlpha: writesAlpha) { index in
      let isLast = index % wordsPerRow == wordsPerRow &- 1
      return ~words.base[index] & (UInt64.max &>> UInt64(truncatingIfNeeded: isLast ? 64 &- lastWordBlockCount : 0))
    }
  }

  /// Makes the pixels of the marked blocks of a tile transparent black, except blocks that `other` marks too. `other` must
  /// have been reset for a tile of the same size.
  package func clearMarkedPixels(of tile: Tile, except other: OccupiedBlocks? = nil, writesAlpha: Bool = true) {
    clearPixels(tile, writesAlpha: writesAlpha) { index in words.base[index] & ~(other?.words.base[index] ?? 0) }
  }

  /// Makes the pixels of some blocks transparent black.
  ///
  /// - Parameter blocksToClear: returns, for the word at index `wordIndex` of `words`, the bits of the blocks to clear.
  @inline(__always)
  private func clearPixels(_ tile: Tile, writesAlpha: Bool, _ blocksToClear: (_ wordIndex: Int) -> UInt64) {
    let planeCount = writesAlpha ? 4 : 3
    for row in 0..<tile.height {
      let pixels = tile.row(row, plane: 0)
      for word in 0..<wordsPerRow {
        let blocks = blocksToClear(row &* wordsPerRow &+ word)
        if blocks == 0 { continue }
        if wordsPerRow == 1 && blocks.nonzeroBitCount == tile.width &>> 3 {
          // The whole row is cleared at once: its planes follow each other in memory.
          pixels.update(repeating: 0, count: planeCount &* tile.width)
          continue
        }
        forEachBitRange(blocks) { range in
          let column = (word &* 64 &+ range.lowerBound) &* 8
          for plane in 0..<planeCount {
            var block = pixels + (plane &* tile.width &+ column)
            for _ in range {
              Lanes.store(Float8(), to: block)
              block += 8
            }
          }
        }
      }
    }
  }

  /// Returns scratch memory of `count` numbers for any use of the caller. The memory is valid until the next call.
  package func scratchMemory(count: Int) -> UnsafeMutablePointer<Int32> {
    scratch.resize(to: count)
    return scratch.base
  }

  /// Marks the blocks of `columns` in a row. Calls `body` with the first column of each block that was not marked before.
  @inlinable @inline(__always)
  package func mark(row: Int, columns: Range<Int>, _ body: (Int) -> Void) {
    var first = columns.lowerBound &>> 3
    let end = (columns.upperBound &+ 7) &>> 3
    while first < end {
      let newlyMarked = mark(Self.bits(from: first, to: end), row: row, word: first &>> 6)
      forEachBit(newlyMarked) { body(((first & ~63) &+ $0) &* 8) }
      // The first block of the next word.
      first = (first | 63) &+ 1
    }
  }

  /// Marks the blocks of `columns` in several rows.
  package func mark(rows: Range<Int>, columns: Range<Int>) {
    var first = columns.lowerBound &>> 3
    let end = (columns.upperBound &+ 7) &>> 3
    while first < end {
      let bits = Self.bits(from: first, to: end)
      var target = words.base + (rows.lowerBound &* wordsPerRow &+ (first &>> 6))
      for _ in rows {
        target.pointee |= bits
        target += wordsPerRow
      }
      first = (first | 63) &+ 1
    }
  }

  /// Returns the bits of blocks `first` ..< `end`, as far as they lie in the same word as block `first`.
  @inlinable @inline(__always)
  static func bits(from first: Int, to end: Int) -> UInt64 {
    let bit = first & 63
    let count = min(64 &- bit, end &- first)
    return (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- count)) &<< UInt64(truncatingIfNeeded: bit)
  }

  /// Sets `bits` in word `word` of a row.
  ///
  /// - Returns: the bits of `bits` that were not set before.
  @usableFromInline
  func mark(_ bits: UInt64, row: Int, word: Int) -> UInt64 {
    let target = words.base + (row &* wordsPerRow &+ word)
    let newlyMarked = bits & ~target.pointee
    target.pointee |= bits
    return newlyMarked
  }

  /// Calls `body` with the first column of each marked block of a row, from left to right.
  @inlinable @inline(__always)
  package func forEach(row: Int, _ body: (Int) -> Void) {
    for word in 0..<wordsPerRow {
      forEachBit(bits(row: row, word: word)) { body((word &* 64 &+ $0) &* 8) }
    }
  }

  /// Word `word`, 0 ..< `wordsPerRow`, of a row.
  @usableFromInline func bits(row: Int, word: Int) -> UInt64 { words.base[row &* wordsPerRow &+ word] }
}
