import Model

extension Gradient {
  func cost(in frame: CostedFrame) -> SourceCost { frame.everyPixel(pixelNanoseconds, remedy: "fewer stops") }

  /// Nanoseconds of one core for a pixel of a linear gradient.
  package static let linearPixelNanoseconds = 0.58

  /// Nanoseconds of one core for a pixel. Where the gradient is not linear, every block of pixels searches the pieces of the colour
  /// curve, so that each stop counts.
  var pixelNanoseconds: Double {
    let stops = Double(stops.count) * 0.14
    switch shape {
    case .angle, .corner, .line: return Self.linearPixelNanoseconds
    case .radial(let radial) where radial.focus != nil: return 3 + stops
    case .radial, .diamond, .conic: return 0.35 + stops
    }
  }
}

extension Paint {
  /// Nanoseconds of one core for colouring a pixel.
  var pixelNanoseconds: Double {
    switch self {
    case .color: 0
    case .gradient(let gradient): gradient.pixelNanoseconds
    }
  }
}
