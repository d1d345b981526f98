/// Numeric key of a cell: how a preset writes it, and how a particle reads it at its birth.
///
/// The rows of `all` are the only place that knows these keys: their declarations in the preset language, the compiler of
/// birth parameters and the detection of what a cell uses follow from them.
package struct CellParameter: Sendable {
  /// Key of the preset language.
  package let name: String
  package let value: Value
  package let unit: ValueUnit
  package let limits: ClosedRange<Double>
  /// Sentence of the reference.
  package let about: String
  /// Value of the emitter that multiplies this one for root cells.
  package var multiplier: EmitterPath<AnimatedNumber>?
  /// Random draw that a range multiplies; nil for a key that is no range.
  package var draw: Draw?

  package typealias CellPath<Value> = WritableKeyPath<Cell, Value> & Sendable
  package typealias EmitterPath<Value> = KeyPath<Emitter, Value> & Sendable

  package enum Value: Sendable {
    case number(CellPath<AnimatedNumber>, BirthParameter)
    case point(CellPath<AnimatedPoint>, x: BirthParameter, y: BirthParameter)
  }

  /// Channels of a random draw, one for each component, and the group by which a cell's `shared` names it.
  package struct Draw: Sendable {
    package let channels: [UInt32]
    package let group: Cell.DrawGroup
  }

  /// One number of a key.
  package struct Component: Sendable {
    package let parameter: BirthParameter
    package let number: AnimatedNumber
    package let channel: UInt32?
  }

  /// The key's number in `cell`; of a point, x and y.
  package func components(of cell: Cell) -> [Component] {
    switch value {
    case .number(let path, let parameter):
      [Component(parameter: parameter, number: cell[keyPath: path], channel: draw?.channels[0])]
    case .point(let path, let x, let y):
      [
        Component(parameter: x, number: cell[keyPath: path].x, channel: draw?.channels[0]),
        Component(parameter: y, number: cell[keyPath: path].y, channel: draw?.channels[1]),
      ]
    }
  }

  /// First birth parameter of the key.
  package var parameter: BirthParameter {
    switch value {
    case .number(_, let parameter): parameter
    case .point(_, let x, _): x
    }
  }
}

// MARK: Rows

extension CellParameter {
  static func number(
    _ name: String, _ path: CellPath<AnimatedNumber>, _ parameter: BirthParameter, _ unit: ValueUnit,
    in limits: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> CellParameter {
    CellParameter(name: name, value: .number(path, parameter), unit: unit, limits: limits, about: about)
  }

  static func point(
    _ name: String, _ path: CellPath<AnimatedPoint>, _ x: BirthParameter, _ y: BirthParameter, _ unit: ValueUnit,
    in limits: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> CellParameter {
    CellParameter(name: name, value: .point(path, x: x, y: y), unit: unit, limits: limits, about: about)
  }

  /// Lets a value of the emitter multiply the key's for root cells.
  func times(_ multiplier: EmitterPath<AnimatedNumber>) -> CellParameter {
    var row = self
    row.multiplier = multiplier
    return row
  }

  /// Makes the key a range: the width of a uniform draw around another key's value.
  ///
  /// A channel, once given, is never changed nor given to another draw, or every picture ever recorded would change.
  func drawn(_ group: Cell.DrawGroup, channels: UInt32...) -> CellParameter {
    var row = self
    row.draw = Draw(channels: channels, group: group)
    return row
  }
}
