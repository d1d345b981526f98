/// How the random values of a range lie between its ends, value − range/2 and value + range/2. None of them leaves the range.
public enum Distribution: String, DescribedChoice, BitwiseCopyable {
  /// Evenly.
  case uniform
  /// A normal distribution about the middle, whose standard deviation is a sixth of the range, cut at both ends.
  case normal
  /// A power law: of u, uniform in 0 ..< 1, the share u ÷ (16 − 15u) of the range from its lower end.
  case power

  package var sentence: String {
    switch self {
    case .uniform: "Evenly."
    case .normal:
      "Most are near the middle, few near both ends: a normal distribution whose standard deviation is a sixth of the range. 68 % lie within range/6 of the middle, 95 % within range/3."
    case .power:
      "Most are near the lower end, value − range/2, few reach the upper one: a power law. Their mean is 13 % of the range above the lower end; half of them are below 6 % of it, 90 % below 36 %, 99 % below 86 %."
    }
  }
}

/// The distributions of a cell's ranges.
///
/// A range is named as its key without `Range`: `scale`, `velocity`, `emission`.
public struct Distributions: Sendable, Equatable {
  /// The distribution of all ranges but those of angles, where a range has none of its own.
  public var common: Distribution
  /// By the parameter that is a range's width, or a point's x; they take precedence over `common`.
  private var chosen: [BirthParameter: Distribution] = [:]

  /// Distributions that are the same for all ranges but those of angles, which stay uniform.
  public init(_ common: Distribution = .uniform) { self.common = common }

  /// The distribution of the range of this name; `uniform` for a name that no range has.
  public subscript(name: String) -> Distribution {
    get { CellParameter.range(named: name).map { self[$0] } ?? .uniform }
    set {
      guard let row = CellParameter.range(named: name) else { return }
      self[row] = newValue
    }
  }

  /// The distribution of a range.
  package subscript(row: CellParameter) -> Distribution {
    get { chosen[row.parameter] ?? (row.unit == .degrees ? .uniform : common) }
    set { chosen[row.parameter] = newValue }
  }

  /// Whether a range has been given a distribution of its own.
  fileprivate func names(_ row: CellParameter) -> Bool { chosen[row.parameter] != nil }
}

extension CellParameter {
  /// Returns the name without `Range` of a key that is the width of a range; nil for all other keys.
  package var rangeName: String? { randomSource == nil ? nil : String(name.dropLast("Range".count)) }

  fileprivate static func range(named name: String) -> CellParameter? { all.first { $0.rangeName == name } }
}

extension Cell {
  /// The ranges that the cell has whose values are not uniform.
  package var shapedRanges: [CellParameter] {
    guard distribution != Distributions() else { return [] }
    return CellParameter.all.filter { $0.randomSource != nil && distribution[$0] != .uniform && !isZero($0) }
  }

  /// The ranges that have been given a distribution of their own although they are 0.
  package var idleDistributions: [CellParameter] { CellParameter.all.filter { distribution.names($0) && isZero($0) } }

  private func isZero(_ row: CellParameter) -> Bool { row.components(of: self).allSatisfy(\.number.isZero) }
}
