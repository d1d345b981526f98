import Colorimetry

/// A field of noise over the canvas, coloured by its value.
///
/// Octaves of one noise, each finer than the one before, are added. Their domain is warped by another noise (`warp`), and the sum
/// is scaled and mapped to colours. In a loop its time and its drift wrap after a whole number of cells.
public struct Noise: LayerSource {
  public var kind: Kind
  /// Points across a cell of the first octave.
  public var scale: AnimatedPoint
  public var octaves: Int
  /// The weight of an octave relative to the one before, and the ratio of their frequencies.
  public var gain: Double
  public var lacunarity: Double
  /// The amount of domain warping, in cells; for caustics, how strongly the surface focuses.
  public var warp: AnimatedNumber
  /// Degrees.
  public var rotation: AnimatedNumber
  /// The field's origin relative to the centre of the canvas, in points.
  public var offset: AnimatedPoint
  /// Points a second along the field's own axes.
  public var driftX: Double
  public var driftY: Double
  /// Cells a second along the axis of time.
  public var speed: Double
  public var contrast: AnimatedNumber
  /// Added to the value.
  public var brightness: AnimatedNumber
  /// Selects another field.
  public var variant: Int
  public var colors: ColorMap

  public enum Kind: String, Sendable, CaseIterable {
    /// Soft hills and valleys.
    case gradient
    /// Softer still, in squares.
    case value
    /// Sharp crests.
    case ridged
    /// Round clouds.
    case billow
    /// Sums of sines.
    case plasma
    /// Light that waves gather on the ground below.
    case caustics
  }

  public init(
    kind: Kind = .gradient, scale: AnimatedPoint = AnimatedPoint(300, 300), octaves: Int = 4, gain: Double = 0.5,
    lacunarity: Double = 2, warp: AnimatedNumber = 0, rotation: AnimatedNumber = 0,
    offset: AnimatedPoint = AnimatedPoint(0, 0), driftX: Double = 0, driftY: Double = 0, speed: Double = 0.2,
    contrast: AnimatedNumber = 1, brightness: AnimatedNumber = 0, variant: Int = 0,
    colors: ColorMap = ColorMap(.black, .white)
  ) {
    self.kind = kind
    self.scale = scale
    self.octaves = octaves
    self.gain = gain
    self.lacunarity = lacunarity
    self.warp = warp
    self.rotation = rotation
    self.offset = offset
    self.driftX = driftX
    self.driftY = driftY
    self.speed = speed
    self.contrast = contrast
    self.brightness = brightness
    self.variant = variant
    self.colors = colors
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("scale", scale)
    values.add("warp", warp)
    values.add("rotation", rotation, period: 360)
    values.add("offset", offset)
    values.add("contrast", contrast)
    values.add("brightness", brightness)
    values.add("colors", colors.animatedValues)
    return values
  }

  /// Whether the field changes even if no value is animated.
  package var isMoving: Bool { speed != 0 || driftX != 0 || driftY != 0 }
}
