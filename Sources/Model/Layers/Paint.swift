import Colorimetry

/// What a shape is filled or stroked with.
public enum Paint: Sendable, Equatable {
  case color(AnimatedColor)
  case gradient(Gradient)

  package var movingValues: AnimatedValues {
    switch self {
    case .color(let color):
      var values = AnimatedValues()
      values.add("color", color)
      return values
    case .gradient(let gradient): return gradient.movingValues
    }
  }
}

/// A rectangle in canvas points.
public struct PlaneRect: Sendable, Equatable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
