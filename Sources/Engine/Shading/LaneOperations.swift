import Lanes

/// Whether every lane is +0: all bits are clear.
@inline(__always)
func isZero(_ x: Float8) -> Bool { !Lanes.any(Lanes.bits(x)) }

/// Adds `value` to eight floats in memory.
@inline(__always)
func add(_ value: Float8, to out: UnsafeMutablePointer<Float>) { Lanes.store(Lanes.load(out) + value, to: out) }

/// Writes the lanes of `value` that are set in `mask` to the eight floats at `out`; the other floats stay.
@inline(__always)
func store(_ value: Float8, where mask: SIMDMask<Int32x8>, to out: UnsafeMutablePointer<Float>) {
  Lanes.store(Lanes.select(mask, value, Lanes.load(out)), to: out)
}

/// Calls `body` with the range of columns of each unbroken run of blocks that have any coverage.
///
/// - Parameters:
///   - columns: a range that begins and ends at multiples of eight.
///   - coverage: one number for each column of the row, from column 0 on.
@inline(__always)
func forEachCoveredRange(of columns: Range<Int>, _ coverage: UnsafePointer<Float>, _ body: (Range<Int>) -> Void) {
  var x = columns.lowerBound
  while x < columns.upperBound {
    if isZero(Lanes.load(coverage + x)) {
      x &+= 8
      continue
    }
    var end = x &+ 8
    while end < columns.upperBound && !isZero(Lanes.load(coverage + end)) { end &+= 8 }
    body(x..<end)
    x = end
  }
}

/// 3x² − 2x³: rises from 0 to 1 with level ends, for x from 0 to 1.
@inline(__always)
func smoothStep(_ x: Float8) -> Float8 { x * x * (3 - 2 * x) }

/// The numbers at eight places of a table, and those after them.
@inline(__always)
func tablePairs(_ table: UnsafePointer<Float>, _ places: Int32x8) -> (Float8, Float8) {
  @inline(__always) func gather(_ table: UnsafePointer<Float>) -> Float8 {
    Float8(
      table[Int(places[0])], table[Int(places[1])], table[Int(places[2])], table[Int(places[3])],
      table[Int(places[4])], table[Int(places[5])], table[Int(places[6])], table[Int(places[7])])
  }
  return (gather(table), gather(table + 1))
}
