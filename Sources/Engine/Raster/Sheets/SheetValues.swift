import Model

/// The numbers of one sheet: those of `ParticleLayout`'s columns from `sheetAlongX` on, side by side.
struct SheetValues {
  private let base: UnsafePointer<Float>

  /// Nil for a sheet without area, or for a record without a sheet.
  @inline(__always)
  init?(of record: SpriteRecord, in batch: SpriteBatch) {
    guard !record.isRound, let sheets = batch.sheets else { return nil }
    base = sheets + record.ownIndex &* ParticleLayout.sheetFloatCount
    guard min(self[.sheetHalfLength], self[.sheetHalfBreadth]) * batch.lengthScale > 1e-3 else { return nil }
  }

  @inline(__always)
  subscript(_ column: ParticleLayout.Column) -> Float {
    base[column.rawValue &- ParticleLayout.Column.sheetAlongX.rawValue]
  }

  /// Three columns that follow one another.
  ///
  /// - Parameters:
  ///   - first: the first of them.
  ///   - lamp: for a column of the first lamp, the number of the lamp that is meant.
  @inline(__always)
  func vector(_ first: ParticleLayout.Column, lamp: Int = 0) -> SIMD3<Float> {
    let values =
      base
      + (first.rawValue &- ParticleLayout.Column.sheetAlongX.rawValue &+ lamp &* ParticleLayout.sheetLampFloatCount)
    return SIMD3(values[0], values[1], values[2])
  }
}
