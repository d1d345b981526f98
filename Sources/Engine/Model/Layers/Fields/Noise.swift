import Colorimetry

/// A field of noise over the canvas, coloured by its value.
///
/// Octaves of one noise, each finer than the octave before, are added. The coordinates at which they are read are displaced by
/// another noise (`warp`). The sum is scaled and mapped to colours. In a loop the field's time and its drift wrap after a whole
/// number of cells. A cell is the distance between two neighbouring points of the noise's lattice: `scale` points, or in time 1 ÷
/// `speed` seconds.
public struct Noise: LayerSource, Parametrized {
  /// Kind of noise.
  public var kind = Kind.gradient
  /// Points across a cell of the first octave.
  public var scale = AnimatedPoint(300, 300)
  /// Number of octaves, 1 to 10; each is finer than the one before.
  public var octaves = 4
  /// The weight of an octave relative to the one before.
  public var gain = 0.5
  /// Factor by which an octave is finer than the one before.
  public var lacunarity = 2.0
  /// How far the coordinates at which the noise is read are displaced, about in cells; for caustics, how strongly the water's surface
  /// focuses light.
  public var warp: AnimatedNumber = 0
  /// Degrees by which the field is rotated, clockwise.
  public var rotation: AnimatedNumber = 0
  /// The field's origin relative to the centre of the canvas, in points.
  public var offset = AnimatedPoint(0, 0)
  /// Drift in points a second along the field's own axes.
  public var drift = PlanePoint(0, 0)
  /// How fast the field changes: cells a second along the noise's axis of time.
  public var speed = 0.2
  /// Factor by which values are spread around 0.5, the middle of the colours.
  public var contrast: AnimatedNumber = 1
  /// The number that is added to values before their colours are looked up.
  public var brightness: AnimatedNumber = 0
  /// Selects the random numbers: another one gives another field.
  public var variant = 0
  /// Colours of the values from 0 to 1.
  public var colors = ColorMap(.black, .white)

  package static let parameters: [Parameter<Self>] = [
    .choice("type", \.kind, "What the noise looks like."),
    .animatedPair(
      "scale", \.scale, .points, in: 0.5...1e5, "Points across a cell of the first octave, or [along x, along y]."),
    .constant(
      "octaves", \.octaves, in: 1...10,
      "How many noises are added, each finer than the one before. Not for plasma and caustics."
    ).ofOctaves,
    .constant("gain", \.gain, .factor, in: 0...1, "The weight of an octave as a share of the previous octave's.")
      .ofOctaves,
    .constant(
      "lacunarity", \.lacunarity, .factor, in: 1...8, "How much finer an octave is than the one before."
    ).ofOctaves,
    .animated(
      "warp", \.warp, .factor, in: 0...20,
      "How far the field is distorted by a noise of its own, in cells; of caustics, how strongly the waves focus."),
    .animated("rotation", \.rotation, .degrees, "How far the field is rotated, clockwise.").repeating(every: 360),
    .animated("offset", \.offset, "How far the field is moved; without it, its origin is the canvas's centre."),
    .constant(
      "drift", \.drift, .pointsPerSecond, in: -1e5...1e5,
      "How fast the field moves along its own axes, [x, y]; in a loop, a number other than 0 is rounded to a whole number of cells in each loop, at least one."
    ),
    .constant(
      "speed", \.speed, .perSecond, in: 0...100,
      "How fast it changes, in cells a second; in a loop, a speed other than 0 is rounded to a whole number of cells in each loop, at least one."
    ),
    .animated(
      "contrast", \.contrast, .factor, in: 0...100, "Spreads the values around the middle of the colours."),
    .animated(
      "brightness", \.brightness, .none, in: -10...10,
      "Added to the value: 1 is the whole range from the first colour to the last."),
    .variant("variant", \.variant, "another field"),
    .fieldStops(\.colors), .fieldInterpolation(\.colors),
  ]

  /// A field of noise.
  public init() {}

  package var isSelfAnimated: Bool { speed != 0 || drift != PlanePoint(0, 0) }

  /// Kinds of noise.
  public enum Kind: String, DescribedChoice {
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

    package var sentence: String {
      switch self {
      case .gradient: "Soft clouds."
      case .value: "Clouds that are softer and squarer."
      case .ridged: "Sharp crests."
      case .billow: "Round, billowing clouds."
      case .plasma: "A sum of sines."
      case .caustics: "The light that waves gather on the ground below."
      }
    }
  }
}

extension Parameter<Noise> {
  /// The row of a key that only noise of several octaves reads.
  fileprivate var ofOctaves: Parameter { effective(where: "type", \.kind, is: .gradient, .value, .ridged, .billow) }
}
