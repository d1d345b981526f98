extension Parametrized {
  /// The values of all rows that change over time.
  package var valuesOfParameters: AnimatedValues { animatedValues(of: Self.parameters) }

  /// The values of some rows that change over time.
  func animatedValues(of rows: [Parameter<Self>]) -> AnimatedValues {
    var values = AnimatedValues()
    for row in rows { row.add(to: &values, from: self) }
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
    case .optionalAnimatedPoint(let path, _), .optionalAnimatedPair(let path, _):
      if let point = target[keyPath: path] { values.add(name, point) }
    case .animatedColor(let path): values.add(name, target[keyPath: path])
    case .optionalAnimatedColor(let path): if let color = target[keyPath: path] { values.add(name, color) }
    case .paint(let path): values.add(name, target[keyPath: path])
    case .animatedPoints(let path, _, _):
      for (index, point) in target[keyPath: path].enumerated() { values.add("\(name)[\(index)]", point) }
    case .animatedNumbers(let path, _, _, _):
      for (index, number) in target[keyPath: path].enumerated() { values.add("\(name)[\(index)]", number) }
    case .stops(let path): values.add(name, target[keyPath: path].stops)
    case .number, .optionalNumber, .wholeNumber, .point, .flag, .choice, .color, .optionalColor, .colors,
      .interpolation:
      break
    }
  }
}
