import Model

/// Set of a cell's features, and of the skippable birth parameters that are not constantly 0.
///
/// The ranges of random variables and the parameters whose default is 0 are skippable: code may leave them out where they are 0. All
/// other parameters are always read and are never in the set, so the set must not be asked for them.
struct CellFeatures: BitwiseCopyable {
  /// Bit `CellFeature.rawValue`.
  private var features: UInt64 = 0
  /// Bit `BirthParameter.rawValue` of the parameters 0 ..< 64, and bit `rawValue` − 64 of those from 64 on.
  private var lowParameters: UInt64 = 0
  private var highParameters: UInt64 = 0

  @inline(__always)
  init() {}

  @inline(__always)
  static var all: CellFeatures {
    var all = CellFeatures()
    (all.features, all.lowParameters, all.highParameters) = (~0, ~0, ~0)
    return all
  }

  // MARK: Tests

  @inline(__always)
  func contains(_ feature: CellFeature) -> Bool { features & CellFeatures.bit(feature) != 0 }

  @inline(__always)
  func contains(parameter: BirthParameter) -> Bool {
    (parameter.rawValue < 64 ? lowParameters : highParameters) & CellFeatures.bit(parameter) != 0
  }

  func containsAny(_ features: CellFeature...) -> Bool { features.contains { contains($0) } }

  func containsAny(parameters: BirthParameter...) -> Bool { parameters.contains { contains(parameter: $0) } }

  func isSubset(of other: CellFeatures) -> Bool {
    features & ~other.features == 0 && lowParameters & ~other.lowParameters == 0
      && highParameters & ~other.highParameters == 0
  }

  // MARK: Changes

  @inline(__always)
  func inserting(_ feature: CellFeature) -> CellFeatures {
    var result = self
    result.features |= CellFeatures.bit(feature)
    return result
  }

  @inline(__always)
  func inserting(parameter: BirthParameter) -> CellFeatures {
    var result = self
    if parameter.rawValue < 64 {
      result.lowParameters |= CellFeatures.bit(parameter)
    } else {
      result.highParameters |= CellFeatures.bit(parameter)
    }
    return result
  }

  mutating func insert(_ feature: CellFeature, if condition: Bool = true) {
    if condition { self = inserting(feature) }
  }

  mutating func insert(parameter: BirthParameter) { self = inserting(parameter: parameter) }

  mutating func remove(_ feature: CellFeature) { features &= ~CellFeatures.bit(feature) }

  mutating func remove(parameters: BirthParameter...) {
    for parameter in parameters {
      if parameter.rawValue < 64 {
        lowParameters &= ~CellFeatures.bit(parameter)
      } else {
        highParameters &= ~CellFeatures.bit(parameter)
      }
    }
  }

  @inline(__always)
  private static func bit(_ feature: CellFeature) -> UInt64 { 1 &<< UInt64(feature.rawValue) }

  @inline(__always)
  private static func bit(_ parameter: BirthParameter) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: parameter.rawValue & 63)
  }
}
