import Lanes

/// A stored sample: `UInt8`, or `UInt16` for 9 bits and more.
protocol FootageSample {
  /// Returns the eight samples of a row from `column` on as floats; `row` points to the row's first byte.
  static func load(_ row: UnsafePointer<UInt8>, _ column: Int) -> Float8
  /// Returns the last `count` samples of a row, 1 to 7, as floats; `column` is the first of them, and `row` points to the row's first byte.
  /// The last sample fills the other lanes, so nothing after the row is read.
  static func loadLast(_ row: UnsafePointer<UInt8>, _ column: Int, _ count: Int) -> Float8
}

extension FootageSample {
  /// Returns the eight samples of a row from `column` on as floats. If fewer than eight are `remaining`, the last one fills the other
  /// lanes.
  @inline(__always)
  static func load(_ row: UnsafePointer<UInt8>, _ column: Int, _ remaining: Int) -> Float8 {
    remaining >= 8 ? load(row, column) : loadLast(row, column, remaining)
  }
}

extension UInt8: FootageSample {
  @inline(__always)
  static func load(_ row: UnsafePointer<UInt8>, _ column: Int) -> Float8 {
    Lanes.float(Lanes.ints(UnsafeRawPointer(row + column).loadUnaligned(as: SIMD8<UInt8>.self)))
  }

  @inline(never)
  static func loadLast(_ row: UnsafePointer<UInt8>, _ column: Int, _ count: Int) -> Float8 {
    var values = SIMD8<UInt8>()
    for lane in 0..<8 { values[lane] = row[column &+ Swift.min(lane, count &- 1)] }
    return Lanes.float(Lanes.ints(values))
  }
}

extension UInt16: FootageSample {
  @inline(__always)
  static func load(_ row: UnsafePointer<UInt8>, _ column: Int) -> Float8 {
    Lanes.float(Lanes.ints(UnsafeRawPointer(row + 2 &* column).loadUnaligned(as: SIMD8<UInt16>.self)))
  }

  @inline(never)
  static func loadLast(_ row: UnsafePointer<UInt8>, _ column: Int, _ count: Int) -> Float8 {
    let start = UnsafeRawPointer(row + 2 &* column)
    var values = SIMD8<UInt16>()
    for lane in 0..<8 {
      values[lane] = start.loadUnaligned(fromByteOffset: 2 &* Swift.min(lane, count &- 1), as: UInt16.self)
    }
    return Lanes.float(Lanes.ints(values))
  }
}
