import Lanes

/// Age ÷ lifetime of eight particles as a coordinate in the tables of curves over life (`CurveTable`, `ColorTable`).
struct CurveCoordinate {
  /// 1 ÷ lifetime, in 1/s.
  var lifetimeInverse: Float8
  /// Entry of the table at or before the age, 0 ... `CurveTable.steps`.
  var index: Int32x8
  /// Share of the step from that entry to the next, 0 ..< 1; 0 at the last entry.
  var fraction: Float8

  /// The coordinate of the birth, as a placeholder for cells without curves.
  @_transparent
  init() {
    lifetimeInverse = Float8()
    index = Int32x8()
    fraction = Float8()
  }

  @_transparent
  init(age: Float8, lifetime: Float8) {
    lifetimeInverse = 1 / lifetime
    let steps = Float8(repeating: Float(CurveTable.steps))
    var position = age * lifetimeInverse * steps
    let zero = Float8(repeating: 0)
    // Comparisons with NaN are false: even a lifetime of 0 gives a position in 0 ... steps.
    position = zero.replacing(with: position, where: position .> zero)
    position = position.replacing(with: steps, where: position .> steps)
    index = Lanes.truncateInRange(position)
    fraction = position - Lanes.float(index)
  }

  /// Values of a curve, and the differences between the entries after and before them: the curve's change per step of the table.
  ///
  /// - Parameter table: `CurveTable.floatCount` Floats.
  @_transparent
  func sample(_ table: UnsafePointer<Float>) -> (value: Float8, difference: Float8) {
    let low = SIMD8(lowHalf: entries(of: table, 0), highHalf: entries(of: table, 2))
    let high = SIMD8(lowHalf: entries(of: table, 4), highHalf: entries(of: table, 6))
    let entries = SIMD16(lowHalf: low, highHalf: high)
    let (values, differences) = (entries.evenHalf, entries.oddHalf)
    return (values + differences * fraction, differences)
  }

  /// Entries (value, difference) of lanes `lane` and `lane` + 1.
  @_transparent
  private func entries(of table: UnsafePointer<Float>, _ lane: Int) -> SIMD4<Float> {
    let pairs = UnsafeRawPointer(table)
    // An entry has two Floats: 8 bytes.
    return SIMD4(
      lowHalf: pairs.load(fromByteOffset: 8 * Int(index[lane]), as: SIMD2<Float>.self),
      highHalf: pairs.load(fromByteOffset: 8 * Int(index[lane + 1]), as: SIMD2<Float>.self))
  }

  /// Colours of a ramp.
  ///
  /// - Parameter table: `ColorTable.entryCount` colours.
  @_transparent
  func sampleColor(
    _ table: UnsafePointer<SIMD4<Float>>
  ) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    let columns = TransposedRows(
      colors(of: table, 0), colors(of: table, 2), colors(of: table, 4), colors(of: table, 6))
    return (columns.x, columns.y, columns.z, columns.w)
  }

  /// Colours of lanes `lane` and `lane` + 1, four Floats each.
  @_transparent
  private func colors(of table: UnsafePointer<SIMD4<Float>>, _ lane: Int) -> Float8 {
    // Even for the last colour the entry after it is read, with a fraction of 0: the table ends with a copy of the last colour.
    let (first, second) = (table + Int(index[lane]), table + Int(index[lane + 1]))
    return SIMD8(
      lowHalf: first[0] + (first[1] - first[0]) * fraction[lane],
      highHalf: second[0] + (second[1] - second[0]) * fraction[lane + 1])
  }
}
