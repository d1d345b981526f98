import Colorimetry

extension Parametrized {
  /// Gives the values whose defaults depend on the canvas these defaults.
  ///
  /// - Parameters:
  ///   - width: the canvas's width in points.
  ///   - height: the canvas's height in points.
  ///   - interpolation: the space in which colours are mixed where none is named.
  package mutating func setCanvasDefaults(width: Double, height: Double, interpolation: ColorInterpolation) {
    for row in Self.parameters {
      switch row.canvasDefault {
      case .length(let share, let length):
        let whole =
          switch length {
          case .width: width
          case .height: height
          case .shorterSide: min(width, height)
          }
        row.store(share * whole, in: &self)
      case .point(let x, let y): row.store(PlanePoint(x * width, y * height), in: &self)
      case nil: break
      }
      // Colours of ramps are mixed as the canvas mixes them.
      if case .stops(let path) = row.value { self[keyPath: path].interpolation = interpolation }
    }
  }
}

extension Parameter {
  fileprivate func store(_ number: Double, in target: inout Target) {
    switch value {
    case .animatedNumber(let path, _): target[keyPath: path] = AnimatedNumber(number)
    case .number(let path, _): target[keyPath: path] = number
    default: preconditionFailure("The default of \(name) is a length of the canvas, and its value no number.")
    }
  }

  fileprivate func store(_ point: PlanePoint, in target: inout Target) {
    switch value {
    case .animatedPoint(let path, _), .animatedPair(let path, _):
      target[keyPath: path] = AnimatedPoint(AnimatedNumber(point.x), AnimatedNumber(point.y))
    case .point(let path, _): target[keyPath: path] = point
    default: preconditionFailure("The default of \(name) is a point of the canvas, and its value no point.")
    }
  }
}
