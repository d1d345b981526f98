import Colorimetry

/// A field of noise over the canvas, coloured by its value.
///
/// Octaves of one noise, each finer than the octave before, are added. The coordinates at which they are read are displaced by
/// another noise (`warp`). The sum is scaled and mapped to colours. In a loop the field's time and its drift wrap after a whole
/// number of cells. A cell is the distance between two neighbouring points of the noise's lattice: `scale` points, or in time 1 ÷
/// `speed` seconds.
public struct Noise: LayerSource {
  /// Kind of noise.
  public var kind: Kind
  /// Points across a cell of the first octave.
  public var scale: AnimatedPoint
  /// Number of octaves, 1 to 10; each is finer than the one before.
  public var octaves: Int
  /// The weight of an octave relative to the one before.
  public var gain: Double
  /// Factor by which an octave is finer than the one before.
  public var lacunarity: Double
  /// How far the coordinates at which the noise is read are displaced, about in cells; for caustics, how strongly the water's surface
  /// focuses light.
  public var warp: AnimatedNumber
  /// Degrees by which the field is rotated, clockwise.
  public var rotation: AnimatedNumber
  /// The field's origin relative to the centre of the canvas, in points.
  public var offset: AnimatedPoint
  /// Drift in points a second along the field's own x axis.
  public var driftX: Double
  /// Drift in points a second along the field's own y axis.
  public var driftY: Double
  /// How fast the field changes: cells a second along the noise's axis of time.
  public var speed: Double
  /// Factor by which values are spread around 0.5, the middle of the colours.
  public var contrast: AnimatedNumber
  /// The number that is added to values before their colours are looked up.
  public var brightness: AnimatedNumber
  /// Selects the random numbers: another one gives another field.
  public var variant: Int
  /// Colours of the values from 0 to 1.
  public var colors: ColorMap

  /// Kinds of noise.
  public enum Kind: String, Sendable, CaseIterable {
    /// Soft hills and valleys.
    case gradient
    /// Softer than `gradient`; the lattice's squares can be seen.
    case value
    /// Sharp crests.
    case ridged
    /// Round clouds.
    case billow
    /// Sums of sines.
    case plasma
    /// Light on the ground below water, focused by the water's waves.
    case caustics
  }

  /// A field of noise.
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

  /// Whether the field changes with time even if no value is animated.
  package var isSelfAnimated: Bool { speed != 0 || driftX != 0 || driftY != 0 }
}
