/// The records of particles to be drawn, as columns: the simulation writes them, rendering sorts, compares and bins them, and
/// the rasteriser reads them. A particle is one record, or one for each of its shutter samples.
///
/// A column is an array of Floats, one for each record. Memory holds the columns in the order of `Column`, each the same number
/// of Floats after the one before (`columnStride` of `ParticleColumns`). In addition to the columns there is one byte for each
/// record, the index of its sprite in the cell's `SpriteSet`. Positions and half axes are frame pixels (origin top left, y down,
/// pixel centres at .5). Colours are premultiplied, in linear light or sRGB-encoded according to `Canvas.blending`.
@usableFromInline
package struct ParticleLayout: Sendable, Equatable {
  /// Columns in memory order. Columns that few cells fill come last, so that no memory is reserved for them where other cells are
  /// drawn.
  @usableFromInline
  package enum Column: Int, CaseIterable, Sendable {
    /// Centre of the sprite.
    case x, y
    /// The sprite's own half x axis as the vector (axisXx, axisXy): from the sprite's centre to the middle of its right side. In
    /// a round layout `axisXx` is the radius, and the other three columns of half axes are not filled.
    case axisXx, axisXy
    /// The sprite's own half y axis as the vector (axisYx, axisYy).
    case axisYx, axisYy
    case red, green, blue, alpha
    /// Radius in pixels over which a lens spreads the sprite.
    case blur
    /// Frame of a flip-book that the sprite shows, counted from 0; with a fraction where that frame is cross-faded to the next.
    case flipBookPosition
    /// Sort key: records are drawn in ascending order of this number.
    case order
    /// Number of the particle that a shutter sample belongs to, stored as the bits of the Float: 1 ..< 2²⁴, different for two
    /// neighbouring particles; 0 for a particle of one record.
    case particleID
    /// The light on the six sides of a puff, times its colour: first on the side of its own +x axis.
    case rightRed, rightGreen, rightBlue, leftRed, leftGreen, leftBlue
    case bottomRed, bottomGreen, bottomBlue, topRed, topGreen, topBlue
    case frontRed, frontGreen, frontBlue, backRed, backGreen, backBlue
    /// A sheet's own x and y axes as unit vectors in the frame, with z towards the eye.
    case sheetAlongX, sheetAlongY, sheetAlongZ, sheetAcrossX, sheetAcrossY, sheetAcrossZ
    /// Half of a sheet's length and breadth in pixels, and the angles of its bend and twist in radians.
    case sheetHalfLength, sheetHalfBreadth, sheetBend, sheetTwist
    /// Premultiplied colours of a sheet's faces before they are lit, and the ambient light on both.
    case sheetFrontRed, sheetFrontGreen, sheetFrontBlue, sheetBackRed, sheetBackGreen, sheetBackBlue
    case sheetAmbientRed, sheetAmbientGreen, sheetAmbientBlue
    /// For each of four lamps the unit vector to it, and its light; 0 where there is no lamp.
    case sheetLamp0X, sheetLamp0Y, sheetLamp0Z, sheetLamp0Red, sheetLamp0Green, sheetLamp0Blue
    case sheetLamp1X, sheetLamp1Y, sheetLamp1Z, sheetLamp1Red, sheetLamp1Green, sheetLamp1Blue
    case sheetLamp2X, sheetLamp2Y, sheetLamp2Z, sheetLamp2Red, sheetLamp2Green, sheetLamp2Blue
    case sheetLamp3X, sheetLamp3Y, sheetLamp3Z, sheetLamp3Red, sheetLamp3Green, sheetLamp3Blue
    /// For each colour the direction of all other light, as a vector as long as that light is strong.
    case sheetRedX, sheetRedY, sheetRedZ, sheetGreenX, sheetGreenY, sheetGreenZ, sheetBlueX, sheetBlueY, sheetBlueZ
  }

  /// Whether a radius stands for the half axes: every sprite is round and stays round (`Cell.hasRoundSprites`), and neither a lens
  /// nor a shutter may blur it.
  package var isRound = false
  /// Whether a lens may put particles out of focus.
  package var hasBlur = false
  /// Whether any of the sprites is a flip-book.
  package var hasFrames = false
  /// Whether particles are sorted before they are drawn.
  package var hasOrder = false
  /// Whether a particle may be several records, one after the other: its shutter samples, each with a share of its light.
  package var hasShutterSamples = false
  /// Whether particles are puffs that are lit from six sides.
  package var hasSideLights = false
  /// Whether particles are sheets.
  package var hasSheets = false

  package init(
    isRound: Bool = false, hasBlur: Bool = false, hasFrames: Bool = false, hasOrder: Bool = false,
    hasShutterSamples: Bool = false, hasSideLights: Bool = false,
    hasSheets: Bool = false
  ) {
    self.isRound = isRound
    self.hasBlur = hasBlur
    self.hasFrames = hasFrames
    self.hasOrder = hasOrder
    self.hasShutterSamples = hasShutterSamples
    self.hasSideLights = hasSideLights
    self.hasSheets = hasSheets
  }

  /// Whether the column is filled.
  package func contains(_ column: Column) -> Bool {
    switch column {
    case .x, .y, .axisXx, .red, .green, .blue, .alpha: true
    case .axisXy, .axisYx, .axisYy: !isRound
    case .blur: hasBlur
    case .flipBookPosition: hasFrames
    case .order: hasOrder
    case .particleID: hasShutterSamples
    default: column.rawValue < Column.sheetAlongX.rawValue ? hasSideLights : hasSheets
    }
  }

  /// All columns. Unlike `Column.allCases`, this is not made anew for each loop.
  package static let columns = Column.allCases

  /// Number of columns that memory is reserved for: all up to the last one that is filled.
  package var columnCount: Int {
    let last: Column
    if hasSheets {
      last = .sheetBlueZ
    } else if hasSideLights {
      last = .backBlue
    } else if hasShutterSamples {
      last = .particleID
    } else if hasOrder {
      last = .order
    } else if hasFrames {
      last = .flipBookPosition
    } else {
      last = hasBlur ? .blur : .alpha
    }
    return last.rawValue + 1
  }

  /// Floats of the light on the sides of a puff: red, green and blue from the right, the left, below, above, the front and behind.
  @inlinable @inline(__always)
  package static var sideLightCount: Int { 18 }

  /// Floats of a sheet: the columns from `sheetAlongX` on.
  @inlinable @inline(__always)
  package static var sheetFloatCount: Int { Column.sheetBlueZ.rawValue &- Column.sheetAlongX.rawValue &+ 1 }

  /// Lamps of a sheet, and the floats of each.
  @inlinable @inline(__always)
  package static var sheetLampCount: Int {
    (Column.sheetRedX.rawValue &- Column.sheetLamp0X.rawValue) / sheetLampFloatCount
  }
  @inlinable @inline(__always)
  package static var sheetLampFloatCount: Int { Column.sheetLamp1X.rawValue &- Column.sheetLamp0X.rawValue }

  /// Bytes of a record in the columns that are filled, its sprite index included.
  package var filledByteCount: Int {
    ParticleLayout.columns.count(where: contains) * MemoryLayout<Float>.stride + 1
  }

  /// Bytes of a record with all columns, and its sprite index.
  package static var maximumByteCount: Int { columns.count * MemoryLayout<Float>.stride + 1 }

  /// Floats of a record that is packed for rasterising, in the layout that `SpriteRecord` states. A round record has a radius in
  /// place of the half axes, and neither blur nor flip-book position.
  @inlinable @inline(__always)
  package static func packedFloatCount(isRound: Bool) -> Int { isRound ? 8 : 13 }
}
