// Which parts of a scene never move, so that what follows from them can be computed once.

extension AnimatedNumber {
  /// Whether the value is 0 at all times.
  public var isZero: Bool { constant == 0 }
}

extension AnimatedColor {
  public var isConstant: Bool {
    if case .constant = self { return true }
    return false
  }
}

extension Gradient.Shape {
  public var isConstant: Bool {
    switch self {
    case .angle(let angle): angle.isConstant
    case .line(let start, let end): start.isConstant && end.isConstant
    case .radial(let center, let radius): center.isConstant && radius.isConstant
    case .conic(let center, let from): center.isConstant && from.isConstant
    }
  }
}

extension Gradient {
  public var hasConstantStops: Bool { stops.allSatisfy { $0.color.isConstant && $0.location.isConstant } }

  public var isConstant: Bool { shape.isConstant && hasConstantStops }
}

extension Layer {
  /// Whether the layer looks the same at every time. What moves by its nature (particles, ripples) never does.
  public var isConstant: Bool {
    guard begin <= 0, duration == nil, opacity.isConstant else { return false }
    return switch source {
    case .gradient(let gradient): gradient.isConstant
    case .group(let layers): layers.allSatisfy(\.isConstant)
    case .emitter, .ripples: false
    }
  }
}
