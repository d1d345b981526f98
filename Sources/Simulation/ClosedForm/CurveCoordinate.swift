import Lanes

/// Age ÷ lifetime as a place in the tables of curves over life.
struct CurveCoordinate {
  var lifetimeInverse: Float8
  var index: SIMD8<Int32>
  var fraction: Float8

  @_transparent
  init() {
    lifetimeInverse = Float8()
    index = SIMD8<Int32>()
    fraction = Float8()
  }

  @_transparent
  init(age: Float8, lifetime: Float8) {
    lifetimeInverse = 1 / lifetime
    let steps = Float8(repeating: Float(CurveTable.steps))
    var place = age * lifetimeInverse * steps
    let zero = Float8(repeating: 0)
    // The comparisons are written so that nothing but a number from 0 to 256 comes out.
    place = zero.replacing(with: place, where: place .> zero)
    place = place.replacing(with: steps, where: place .> steps)
    index = Lanes.truncateInRange(place)
    fraction = place - Lanes.float(index)
  }

  /// The value, and its difference to the table's next.
  @_transparent
  func look(up table: UnsafePointer<Float>) -> (value: Float8, difference: Float8) {
    let low = SIMD8(lowHalf: entries(of: table, 0), highHalf: entries(of: table, 2))
    let high = SIMD8(lowHalf: entries(of: table, 4), highHalf: entries(of: table, 6))
    let entries = SIMD16(lowHalf: low, highHalf: high)
    let (values, differences) = (entries.evenHalf, entries.oddHalf)
    return (values + differences * fraction, differences)
  }

  /// The entries, of two floats each, of a lane and the next.
  @_transparent
  private func entries(of table: UnsafePointer<Float>, _ lane: Int) -> SIMD4<Float> {
    let pairs = UnsafeRawPointer(table)
    return SIMD4(
      lowHalf: pairs.load(fromByteOffset: 8 * Int(index[lane]), as: SIMD2<Float>.self),
      highHalf: pairs.load(fromByteOffset: 8 * Int(index[lane + 1]), as: SIMD2<Float>.self))
  }

  @_transparent
  func look(upColor table: UnsafePointer<SIMD4<Float>>) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    let rows = Rows(colors(of: table, 0), colors(of: table, 2), colors(of: table, 4), colors(of: table, 6))
    return (rows.x, rows.y, rows.z, rows.w)
  }

  /// The colours of a lane and the next.
  @_transparent
  private func colors(of table: UnsafePointer<SIMD4<Float>>, _ lane: Int) -> Float8 {
    // The entry past the last is only reached with a fraction of 0; the table ends with a copy.
    let (first, second) = (table + Int(index[lane]), table + Int(index[lane + 1]))
    return SIMD8(
      lowHalf: first[0] + (first[1] - first[0]) * fraction[lane],
      highHalf: second[0] + (second[1] - second[0]) * fraction[lane + 1])
  }
}

/// Eight rows of four numbers, turned into four columns of eight.
struct Rows {
  var x: Float8
  var y: Float8
  var z: Float8
  var w: Float8

  /// Two rows in each argument.
  @_transparent
  init(_ first: Float8, _ second: Float8, _ third: Float8, _ fourth: Float8) {
    let (low, high) = (SIMD16(lowHalf: first, highHalf: second), SIMD16(lowHalf: third, highHalf: fourth))
    let even = SIMD16(lowHalf: low.evenHalf, highHalf: high.evenHalf)
    let odd = SIMD16(lowHalf: low.oddHalf, highHalf: high.oddHalf)
    x = even.evenHalf
    y = odd.evenHalf
    z = even.oddHalf
    w = odd.oddHalf
  }

  /// The rows of a table with these numbers.
  @_transparent
  init(of table: UnsafePointer<SIMD4<Float>>, at index: SIMD8<Int32>) {
    self.init(
      SIMD8(lowHalf: table[Int(index[0])], highHalf: table[Int(index[1])]),
      SIMD8(lowHalf: table[Int(index[2])], highHalf: table[Int(index[3])]),
      SIMD8(lowHalf: table[Int(index[4])], highHalf: table[Int(index[5])]),
      SIMD8(lowHalf: table[Int(index[6])], highHalf: table[Int(index[7])]))
  }
}
