// Rows, by the type of the property that holds the key's value.

extension Parameter {
  private init(_ name: String, _ value: Value, _ about: String) {
    (self.name, self.value, self.about) = (name, value, about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedNumber>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .animatedNumber(path, Facts(unit: unit, range: range)), about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedNumber?>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .optionalAnimatedNumber(path, Facts(unit: unit, range: range)), about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedPoint>, _ unit: ValueUnit,
    in range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Parameter {
    Parameter(name, .animatedPoint(path, Facts(unit: unit, range: range)), about)
  }

  static func animated(
    _ name: String, _ path: Path<AnimatedPoint?>, _ unit: ValueUnit,
    in range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Parameter {
    Parameter(name, .optionalAnimatedPoint(path, Facts(unit: unit, range: range)), about)
  }

  /// A place on the canvas.
  static func animated(_ name: String, _ path: Path<AnimatedPoint>, _ about: String) -> Parameter {
    .animated(name, path, .points, about)
  }

  /// A place on the canvas.
  static func animated(_ name: String, _ path: Path<AnimatedPoint?>, _ about: String) -> Parameter {
    .animated(name, path, .points, about)
  }

  static func animated(_ name: String, _ path: Path<AnimatedColor>, _ about: String) -> Parameter {
    Parameter(name, .animatedColor(path), about)
  }

  static func animated(_ name: String, _ path: Path<AnimatedColor?>, _ about: String) -> Parameter {
    Parameter(name, .optionalAnimatedColor(path), about)
  }

  /// One number for both axes, or `[along x, along y]`.
  static func animatedPair(
    _ name: String, _ path: Path<AnimatedPoint>, _ unit: ValueUnit, in range: ClosedRange<Double>, _ about: String
  ) -> Parameter {
    Parameter(name, .animatedPair(path, Facts(unit: unit, range: range)), about)
  }

  static func animatedPoints(
    _ name: String, _ path: Path<[AnimatedPoint]>, _ unit: ValueUnit, in range: ClosedRange<Double>, atMost count: Int,
    _ about: String
  ) -> Parameter {
    Parameter(name, .animatedPoints(path, Facts(unit: unit, range: range), maximumCount: count), about)
  }

  static func animatedNumbers(
    _ name: String, _ path: Path<[AnimatedNumber]>, _ unit: ValueUnit, in range: ClosedRange<Double>, count: Int,
    arrangedAs shape: String, _ about: String
  ) -> Parameter {
    Parameter(name, .animatedNumbers(path, Facts(unit: unit, range: range), count: count, shape: shape), about)
  }

  static func constant(
    _ name: String, _ path: Path<Double>, _ unit: ValueUnit, in range: ClosedRange<Double> = Limits.numbers,
    _ about: String
  ) -> Parameter {
    Parameter(name, .number(path, Facts(unit: unit, range: range)), about)
  }

  static func constant(_ name: String, _ path: Path<Int>, in range: ClosedRange<Int>, _ about: String) -> Parameter {
    Parameter(name, .wholeNumber(path, range), about)
  }

  static func flag(_ name: String, _ path: Path<Bool>, _ about: String) -> Parameter {
    Parameter(name, .flag(path), about)
  }

  static func choice<Case: DescribedChoice>(_ name: String, _ path: Path<Case>, _ about: String) -> Parameter {
    let choice = Choice(
      names: Case.allCases.map { ($0.rawValue, $0.sentence) }, read: { $0[keyPath: path].rawValue },
      write: { target, name in if let value = Case(rawValue: name) { target[keyPath: path] = value } })
    return Parameter(name, .choice(choice), about)
  }

  static func stops(_ name: String, _ path: Path<ColorMap>, _ about: String) -> Parameter {
    Parameter(name, .stops(path), about)
  }
}

// MARK: Changed copies

extension Parameter {
  /// Clamps the number's values to a range. Unlike values outside of the row's own range, values outside of it are no mistake.
  func clamped(to range: ClosedRange<Double>) -> Parameter { changed { $0.clampedRange = range } }

  /// States that values that differ by a multiple of `period` look alike.
  func repeating(every period: Double) -> Parameter { changed { $0.period = period } }

  /// States in words what holds where the key is not given.
  func defaults(to text: String) -> Parameter { changed { $0.defaultText = text } }

  /// States that the key has an effect only beside at least one of some others.
  func effective(beside companions: String...) -> Parameter { changed { $0.companions = companions } }

  /// States that the key has no effect where another one is given.
  func replaced(by replacement: String) -> Parameter { changed { $0.replacement = replacement } }

  /// The row of a key that must be given.
  var required: Parameter { changed { $0.isRequired = true } }

  private func changed(_ change: (inout Parameter) -> Void) -> Parameter {
    var row = self
    change(&row)
    return row
  }
}

// MARK: Values that change

extension Parametrized {
  /// The values of all rows that change over time.
  package var valuesOfParameters: AnimatedValues {
    var values = AnimatedValues()
    for row in Self.parameters { row.add(to: &values, from: self) }
    return values
  }
}

extension Parameter {
  fileprivate func add(to values: inout AnimatedValues, from target: Target) {
    switch value {
    case .animatedNumber(let path, _): values.add(name, target[keyPath: path], period: period)
    case .optionalAnimatedNumber(let path, _):
      if let number = target[keyPath: path] { values.add(name, number, period: period) }
    case .animatedPoint(let path, _), .animatedPair(let path, _): values.add(name, target[keyPath: path])
    case .optionalAnimatedPoint(let path, _): if let point = target[keyPath: path] { values.add(name, point) }
    case .animatedColor(let path): values.add(name, target[keyPath: path])
    case .optionalAnimatedColor(let path): if let color = target[keyPath: path] { values.add(name, color) }
    case .animatedPoints(let path, _, _):
      for (index, point) in target[keyPath: path].enumerated() { values.add("\(name)[\(index)]", point) }
    case .animatedNumbers(let path, _, _, _):
      for (index, number) in target[keyPath: path].enumerated() { values.add("\(name)[\(index)]", number) }
    case .stops(let path): values.add(name, target[keyPath: path].stops)
    case .number, .wholeNumber, .flag, .choice: break
    }
  }
}
