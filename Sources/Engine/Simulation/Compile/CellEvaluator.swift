import Model

/// Evaluates a cell's particles, eight at a time: a pointer to its kernel and a copy of its features, passed by value.
///
/// Its methods on eight particles are `@_transparent`. They are so many and so large that the optimiser would leave calls of
/// `@inline(__always)` functions in the loop, and every call would copy a `SpawnState` of 1.9 kB.
struct CellEvaluator<Specialization: CellSpecialization> {
  let kernel: UnsafeMutablePointer<CellKernel>
  private let features: CellFeatures

  @inline(__always)
  init(_ kernel: UnsafeMutablePointer<CellKernel>) {
    self.kernel = kernel
    features = kernel.pointee.features
  }

  /// Whether the cell has a feature.
  @inline(__always)
  func has(_ feature: CellFeature) -> Bool {
    Specialization.possible.contains(feature) && features.contains(feature)
  }

  /// Whether the cell's particles are puffs that lights light.
  @inline(__always)
  var hasPuffs: Bool { has(.bodies) && kernel.pointee.puffOpacity > 0 }

  /// Whether the cell's particles are sheets.
  @inline(__always)
  var hasSheets: Bool { has(.bodies) && !(kernel.pointee.puffOpacity > 0) }

  /// Whether a birth parameter may be other than 0; only for the parameters that `CellFeatures` records.
  @inline(__always)
  func mayBeNonzero(_ parameter: BirthParameter) -> Bool {
    Specialization.possible.contains(parameter: parameter) && features.contains(parameter: parameter)
  }
}
