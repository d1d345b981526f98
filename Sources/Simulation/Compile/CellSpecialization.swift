/// A set of features that code is compiled for. A test of a feature outside `possible` costs nothing and takes the code
/// behind it away; inside, it is one test of a bit for eight particles.
protocol CellSpecialization {
  static var possible: UInt64 { get }
  /// Whether there may be trails, sides that meet, or an order of drawing: the kernel says so, not a bit.
  static var mayHaveExtras: Bool { get }
}

/// Cells of any kind, the emitter's own and cells of other cells.
enum GeneralCell: CellSpecialization {
  @inline(__always) static var possible: UInt64 { ~0 }
  @inline(__always) static var mayHaveExtras: Bool { true }
}

/// The commonest root cells: round sprites that fly, fall, shrink and fade.
enum SimpleRoot: CellSpecialization {
  @inline(__always) static var possible: UInt64 {
    Features.lifetimeRange.rawValue | Features.direction.rawValue | Features.velocity.rawValue
      | Features.velocityRange.rawValue | Features.cone.rawValue | Features.gravity.rawValue
      | Features.scaleRange.rawValue | Features.scaleSpeed.rawValue | Features.alphaRange.rawValue
      | Features.alphaSpeed.rawValue | Features.isRound.rawValue | Features.shape.rawValue
  }

  @inline(__always) static var mayHaveExtras: Bool { false }

  static func suits(_ kernel: CellKernel) -> Bool {
    kernel.features.rawValue & ~possible == 0 && kernel.trail.pointee.pointCount == 0 && !kernel.wraps
      && kernel.order == .none
  }
}

/// A cell's kernel as compiled code sees it: two words, passed by value.
///
/// Its methods on eight particles are `@_transparent`: as many and as large as they are, the optimiser leaves calls of
/// `@inline(__always)` functions in the loop, and every call copies a `SpawnState` of a kilobyte.
struct CellEvaluator<Variant: CellSpecialization> {
  let kernel: UnsafeMutablePointer<CellKernel>
  private let features: UInt64

  @inline(__always)
  init(_ kernel: UnsafeMutablePointer<CellKernel>) {
    self.kernel = kernel
    features = kernel.pointee.features.rawValue
  }

  @inline(__always)
  func uses(_ feature: Features) -> Bool { features & (Variant.possible & feature.rawValue) != 0 }
}
