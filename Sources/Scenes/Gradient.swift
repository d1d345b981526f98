import Colorimetry
import Emitters

/// A gradient that fills the canvas.
public struct Gradient: Sendable, Equatable {
  public var shape: Shape
  public var stops: [Stop]
  public var interpolation: ColorInterpolation

  public enum Shape: Sendable, Equatable {
    /// Degrees, CSS: 0 up, 90 right, 180 down; the line is as long as CSS makes it, corner to corner.
    case angle(AnimatedNumber)
    /// Points.
    case line(start: AnimatedPoint, end: AnimatedPoint)
    /// An ellipse: centre and radii in points.
    case radial(center: AnimatedPoint, radius: AnimatedPoint)
    /// Start angle in degrees, CSS: 0 up, clockwise.
    case conic(center: AnimatedPoint, from: AnimatedNumber)
  }

  public struct Stop: Sendable, Equatable {
    public var color: AnimatedColor
    /// 0...1 along the gradient; evenly spread by the reader where the preset says nothing.
    public var location: AnimatedNumber

    public init(color: AnimatedColor, location: AnimatedNumber) {
      self.color = color
      self.location = location
    }
  }

  public init(shape: Shape, stops: [Stop], interpolation: ColorInterpolation = .oklab) {
    self.shape = shape
    self.stops = stops
    self.interpolation = interpolation
  }
}

extension Gradient {
  public var hasConstantStops: Bool { stops.allSatisfy { $0.color.isConstant && $0.location.isConstant } }
}
