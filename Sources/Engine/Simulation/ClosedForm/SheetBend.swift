import Lanes
import Model

/// The bend and the twist of sheets, one for each of eight particles, in radians.
struct SheetBend {
  let bend: Float8
  let twist: Float8

  /// Sheets of a table at an age.
  ///
  /// - Parameters:
  ///   - table: `CellKernel.sheets`.
  ///   - sprite: the particles' sprites.
  @inline(__always)
  init(of table: UnsafePointer<SIMD4<Float>>, at sprite: Int32x8, age: Float8, keys: RandomKeys) {
    let first = sprite &+ sprite
    let (angles, swing) = (TransposedRows(of: table, at: first), TransposedRows(of: table, at: first &+ 1))
    let random = keys.perParticle
    let phase = swing.y * age + random.uniform(.sheetPhase)
    let bent =
      (angles.x + angles.y * (random.uniform(.sheetBend) - 0.5)) + swing.x * Lanes.sincosTurns(phase).sin
    let limited = Lanes.clamp(bent, -Self.radians(Sheet.maximumBend), Self.radians(Sheet.maximumBend))
    bend = Lanes.copySign(Lanes.max(Lanes.abs(limited), Self.radians(Sheet.leastBend)), limited)
    let twisted = angles.z + angles.w * (random.uniform(.sheetTwist) - 0.5)
    twist = Lanes.clamp(twisted, -Self.radians(Sheet.maximumTwist), Self.radians(Sheet.maximumTwist))
  }

  /// The two entries of the table for a sheet: bend, its range, twist, its range; flex and its frequency.
  static func tableEntries(of sheet: Sheet?) -> [SIMD4<Float>] {
    guard let sheet else { return [SIMD4(), SIMD4()] }
    return [
      SIMD4(radians(sheet.bend), radians(sheet.bendRange), radians(sheet.twist), radians(sheet.twistRange)),
      SIMD4(radians(sheet.flex), Float(sheet.flexFrequency), 0, 0),
    ]
  }

  @inline(__always)
  private static func radians(_ degrees: Double) -> Float { Float(degrees * (Double.pi / 180)) }
}
