import Model

/// Set of cells for which a copy of the evaluation's code is compiled. A test of a feature or parameter outside of `possible`
/// costs nothing, and the code behind the test is not compiled. Any other feature or parameter costs a test of one bit for eight
/// particles.
protocol CellSpecialization {
  /// All features and parameters that cells of the set may have.
  static var possible: CellFeatures { get }
  /// Whether the loop over root births calls the one function that spawns eight particles of any cell (`spawnAndAppendGeneral`). If not,
  /// code compiled for the set is inlined into the loop.
  static var spawnsOutOfLine: Bool { get }
}

/// Cells of any kind: the emitter's own and children.
enum GeneralCell: CellSpecialization {
  @inline(__always) static var possible: CellFeatures { .all }
  @inline(__always) static var spawnsOutOfLine: Bool { true }
}

/// The most common root cells: round sprites that fly, fall, shrink and fade.
enum SimpleRoot: CellSpecialization {
  @inline(__always) static var possible: CellFeatures {
    CellFeatures()
      .inserting(.direction).inserting(.velocity).inserting(.gravity).inserting(.shape).inserting(.roundSprites)
      .inserting(parameter: .lifetime).inserting(parameter: .lifetimeRange).inserting(parameter: .velocity).inserting(
        parameter: .velocityRange
      )
      .inserting(parameter: .emissionLongitude).inserting(parameter: .emissionRange)
      .inserting(parameter: .xAcceleration).inserting(parameter: .yAcceleration)
      .inserting(parameter: .scaleRange).inserting(parameter: .scaleSpeed)
      .inserting(parameter: .alphaRange).inserting(parameter: .alphaSpeed)
  }

  @inline(__always) static var spawnsOutOfLine: Bool { false }
}
