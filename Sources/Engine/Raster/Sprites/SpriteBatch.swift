/// Records of sprites (`SpriteRecord`), one after the other in drawing order.
package struct SpriteBatch: BitwiseCopyable {
  /// The first record. All records have one layout, which is a parameter (`isRound`) of the functions that read them.
  package var records: UnsafePointer<Float>
  package var count: Int
  /// The light on the sides of puffs, `ParticleLayout.sideLightCount` floats each, by `SpriteRecord.ownIndex`; nil where none are lit
  /// from six sides.
  package var sideLights: UnsafePointer<Float>?
  /// The sheets, `ParticleLayout.sheetFloatCount` floats each, by `SpriteRecord.ownIndex`; nil where there are none.
  package var sheets: UnsafePointer<Float>?
  /// Factor of the sheets' lengths, where the records have been scaled.
  var lengthScale: Float = 1

  package init(
    records: UnsafePointer<Float>, count: Int, sideLights: UnsafePointer<Float>? = nil,
    sheets: UnsafePointer<Float>? = nil
  ) {
    self.records = records
    self.count = count
    self.sideLights = sideLights
    self.sheets = sheets
  }

  /// Some of the records, which have the given stride.
  @inline(__always)
  func part(_ range: Range<Int>, stride: Int) -> SpriteBatch {
    SpriteBatch(
      records: records + range.lowerBound &* stride, count: range.count, sideLights: sideLights, sheets: sheets)
  }
}

extension SpriteBatch {
  /// Returns an estimate of the number of pixels inside `rect` that the particles cover. A pixel that two particles cover counts
  /// twice.
  ///
  /// The estimate for a particle is the area of its bounding rectangle inside `rect`, times the share of the whole bounding
  /// rectangle that the particle covers. A particle counts as a disc in the round layout, and as the parallelogram of its half axes
  /// in the affine layout.
  package func coveredPixels(isRound: Bool, inside rect: PixelRect) -> Float {
    let (left, top, right, bottom) = (Float(rect.x), Float(rect.y), Float(rect.endX), Float(rect.endY))
    var pixels: Float = 0
    for index in 0..<count {
      let record = SpriteRecord(records + index * SpriteRecord.stride(isRound: isRound), isRound: isRound)
      let halfWidth = abs(record.axisXx) + abs(record.axisYx)
      let halfHeight = abs(record.axisXy) + abs(record.axisYy)
      let width = min(record.x + halfWidth, right) - max(record.x - halfWidth, left)
      let height = min(record.y + halfHeight, bottom) - max(record.y - halfHeight, top)
      guard width > 0, height > 0 else { continue }
      let quarterArea = abs(record.axisXx * record.axisYy - record.axisXy * record.axisYx)
      pixels += width * height * (isRound ? .pi / 4 : quarterArea / (halfWidth * halfHeight))
    }
    return pixels
  }
}
