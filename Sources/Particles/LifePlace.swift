import Lanes

/// Age ÷ lifetime as a place in the tables of curves over life.
struct LifePlace {
  var lifetimeInverse: Float8
  var index: SIMD8<Int32>
  var fraction: Float8

  @inline(__always)
  init() {
    lifetimeInverse = Float8()
    index = SIMD8<Int32>()
    fraction = Float8()
  }

  @inline(__always)
  init(age: Float8, lifetime: Float8) {
    lifetimeInverse = 1 / lifetime
    let steps = Float8(repeating: Float(CurveTable.steps))
    var place = age * lifetimeInverse * steps
    let zero = Float8(repeating: 0)
    // The comparisons are written so that nothing but a number from 0 to 256 comes out.
    place = zero.replacing(with: place, where: place .> zero)
    place = place.replacing(with: steps, where: place .> steps)
    index = Lanes.truncateInRange(place)
    fraction = place - Float8(index)
  }

  @inline(__always)
  func look(up table: UnsafePointer<Float>) -> (value: Float8, difference: Float8) {
    let pairs = UnsafeRawPointer(table)
    // Entries are (value, difference) of eight bytes.
    func four(_ first: Int) -> SIMD8<Float> {
      func two(_ lane: Int) -> SIMD4<Float> {
        SIMD4(
          lowHalf: pairs.load(fromByteOffset: 8 * Int(index[lane]), as: SIMD2<Float>.self),
          highHalf: pairs.load(fromByteOffset: 8 * Int(index[lane + 1]), as: SIMD2<Float>.self))
      }
      return SIMD8(lowHalf: two(first), highHalf: two(first + 2))
    }
    let entries = SIMD16(lowHalf: four(0), highHalf: four(4))
    let (values, differences) = (entries.evenHalf, entries.oddHalf)
    return (values + differences * fraction, differences)
  }

  @inline(__always)
  func look(upColor table: UnsafePointer<SIMD4<Float>>) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    // The entry past the last is only reached with a fraction of 0; the table ends with a copy.
    func color(_ lane: Int) -> SIMD4<Float> {
      let entry = table + Int(index[lane])
      return entry[0] + (entry[1] - entry[0]) * fraction[lane]
    }
    let rows = Rows(
      SIMD8(lowHalf: color(0), highHalf: color(1)), SIMD8(lowHalf: color(2), highHalf: color(3)),
      SIMD8(lowHalf: color(4), highHalf: color(5)), SIMD8(lowHalf: color(6), highHalf: color(7)))
    return (rows.x, rows.y, rows.z, rows.w)
  }
}

/// Eight rows of four numbers, turned into four columns of eight.
struct Rows {
  var x: Float8
  var y: Float8
  var z: Float8
  var w: Float8

  /// Two rows in each argument.
  @inline(__always)
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
  @inline(__always)
  init(of table: UnsafePointer<SIMD4<Float>>, at index: SIMD8<Int32>) {
    func two(_ lane: Int) -> Float8 { SIMD8(lowHalf: table[Int(index[lane])], highHalf: table[Int(index[lane + 1])]) }
    self.init(two(0), two(2), two(4), two(6))
  }
}
