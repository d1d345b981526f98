import Lanes

/// Four columns of eight numbers, transposed from eight rows of four (`SIMD4<Float>`).
struct TransposedRows {
  var x: Float8
  var y: Float8
  var z: Float8
  var w: Float8

  /// Each argument holds two rows, one after the other: rows 0 and 1, 2 and 3, 4 and 5, 6 and 7.
  @_transparent
  init(_ first: Float8, _ second: Float8, _ third: Float8, _ fourth: Float8) {
    let (low, high) = (SIMD16(lowHalf: first, highHalf: second), SIMD16(lowHalf: third, highHalf: fourth))
    // Even elements of a row are x and z, odd ones y and w.
    let even = SIMD16(lowHalf: low.evenHalf, highHalf: high.evenHalf)
    let odd = SIMD16(lowHalf: low.oddHalf, highHalf: high.oddHalf)
    x = even.evenHalf
    y = odd.evenHalf
    z = even.oddHalf
    w = odd.oddHalf
  }

  /// The rows of a table at eight indices.
  @_transparent
  init(of table: UnsafePointer<SIMD4<Float>>, at index: Int32x8) {
    self.init(
      SIMD8(lowHalf: table[Int(index[0])], highHalf: table[Int(index[1])]),
      SIMD8(lowHalf: table[Int(index[2])], highHalf: table[Int(index[3])]),
      SIMD8(lowHalf: table[Int(index[4])], highHalf: table[Int(index[5])]),
      SIMD8(lowHalf: table[Int(index[6])], highHalf: table[Int(index[7])]))
  }
}
