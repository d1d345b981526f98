/// Numeric key of a cell: how a preset writes it, and how a particle reads it at its birth.
///
/// The rows of `all` are the only place that knows these keys. The keys' declarations in the preset language, the compiler of
/// birth parameters and the set of features that a cell has follow from these rows.
package struct CellParameter: Sendable {
  /// Key of the preset language.
  package let name: String
  /// Property of `Cell` that holds the key's value, and the birth parameters that are read from it.
  package let property: Property
  package let unit: ValueUnit
  /// Allowed values, in `unit`.
  package let limits: ClosedRange<Double>
  /// What the key means: a sentence of the reference.
  package let about: String
  /// Property of the emitter that multiplies the value in root cells; nil for none.
  package var multiplier: EmitterKeyPath<AnimatedNumber>?
  /// For a key whose value is the width of a random range: the random numbers that choose a value in the range. Nil for all other
  /// keys.
  package var randomSource: RandomSource?
  /// Keys of a cell, at least one of which must be given for this key to have an effect; empty if this key needs no other.
  package var companions: [String] = []

  package typealias CellKeyPath<Value> = WritableKeyPath<Cell, Value> & Sendable
  package typealias EmitterKeyPath<Value> = KeyPath<Emitter, Value> & Sendable

  /// A property of `Cell`, and its birth parameter or two.
  package enum Property: Sendable {
    case number(CellKeyPath<AnimatedNumber>, BirthParameter)
    case point(CellKeyPath<AnimatedPoint>, x: BirthParameter, y: BirthParameter)
  }

  /// The random numbers, in −½...½, that multiply the width of a range.
  package struct RandomSource: Sendable {
    /// Channel of the random hash for each component: one, or those of x and y.
    package let channels: [UInt32]
    /// Group that these random numbers belong to: if `Cell.shared` contains it, all children of a parent have equal random
    /// numbers.
    package let group: Cell.RandomGroup
  }

  /// One number of a key: the only one, or x or y of a point.
  package struct Component: Sendable {
    package let parameter: BirthParameter
    package let number: AnimatedNumber
    /// Channel of the random hash; nil if the key is not the width of a range.
    package let channel: UInt32?
  }

  /// The key's one number in `cell`; for a point, the two numbers x and y.
  package func components(of cell: Cell) -> [Component] {
    switch property {
    case .number(let keyPath, let parameter):
      [Component(parameter: parameter, number: cell[keyPath: keyPath], channel: randomSource?.channels[0])]
    case .point(let keyPath, let x, let y):
      [
        Component(parameter: x, number: cell[keyPath: keyPath].x, channel: randomSource?.channels[0]),
        Component(parameter: y, number: cell[keyPath: keyPath].y, channel: randomSource?.channels[1]),
      ]
    }
  }

  /// The birth parameters of the key, one for each component.
  package var parameters: [BirthParameter] {
    switch property {
    case .number(_, let parameter): [parameter]
    case .point(_, let x, let y): [x, y]
    }
  }

  /// The key's birth parameter; for a point, that of x.
  package var parameter: BirthParameter { parameters[0] }
}

// MARK: Rows

extension CellParameter {
  /// A row for a property that is a single number.
  static func number(
    _ name: String, _ keyPath: CellKeyPath<AnimatedNumber>, _ parameter: BirthParameter, _ unit: ValueUnit,
    in limits: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> CellParameter {
    CellParameter(name: name, property: .number(keyPath, parameter), unit: unit, limits: limits, about: about)
  }

  /// A row for a property that is a pair of numbers.
  static func point(
    _ name: String, _ keyPath: CellKeyPath<AnimatedPoint>, _ x: BirthParameter, _ y: BirthParameter, _ unit: ValueUnit,
    in limits: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> CellParameter {
    CellParameter(name: name, property: .point(keyPath, x: x, y: y), unit: unit, limits: limits, about: about)
  }

  /// Makes a value of the emitter multiply the key's value in root cells.
  func multiplied(byEmitter multiplier: EmitterKeyPath<AnimatedNumber>) -> CellParameter {
    var row = self
    row.multiplier = multiplier
    return row
  }

  /// States that the key has an effect only if at least one of some other keys is given.
  func effective(beside companions: String...) -> CellParameter {
    var row = self
    row.companions = companions
    return row
  }

  /// States that the key's value is the width of a random range, such as `velocityRange` around `velocity`: each particle's value
  /// is chosen in the range, by the cell's `distribution`. The middle of the range is the value of the key of the same name without `Range`.
  ///
  /// Never change a key's channel or give it to another key: all pictures of presets with that key would change.
  ///
  /// - Parameters:
  ///   - group: the group of random numbers to which the key belongs. A cell's key `shared` names groups, not keys.
  ///   - channels: the channels of the random hash: one, or those of x and y.
  func asRangeWidth(randomGroup group: Cell.RandomGroup, channels: UInt32...) -> CellParameter {
    var row = self
    row.randomSource = RandomSource(channels: channels, group: group)
    return row
  }
}
