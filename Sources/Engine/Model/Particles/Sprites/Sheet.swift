/// A thin sheet that is bent like a part of a cylinder: paper, a ribbon, a leaf or a petal. It has two faces, and lets light through.
///
/// It lies along the sprite's own x axis, from its base at −x to its tip at +x, and is turned in space by the particle's rotation, tumble and
/// tilt.
public struct Sheet: Sendable, Hashable {
  /// The outline, with the veins that belong to it.
  public var form: Form
  /// Degrees by which it is bent from its base to its tip, towards the side of its front.
  public var bend: Double
  /// Width of the random range around `bend`.
  public var bendRange: Double
  /// Degrees between its length and the direction in which it is bent: with more than 0 a long sheet winds into a helix.
  public var twist: Double
  /// Width of the random range around `twist`.
  public var twistRange: Double
  /// Degrees by which the bend swings to each side while the particle lives.
  public var flex: Double
  /// Swings a second.
  public var flexFrequency: Double
  /// The share of the light from behind that shines through; nil for that of the form.
  public var translucency: Double?
  /// Strength of the highlights; nil for that of the form.
  public var gloss: Double?
  /// How clearly veins are seen, 0 to 1.
  public var veins: Double
  /// Depth of the teeth of a leaf's edge, 0 to 1.
  public var serration: Double
  /// Depth of the notch in the tip of a petal or a ribbon, as a share of the length; nil for that of the form.
  public var notch: Double?

  /// Forms of sheets.
  public enum Form: String, DescribedChoice {
    /// A rectangle.
    case paper
    /// A long strip of satin.
    case ribbon
    /// A pointed leaf with a stalk.
    case leaf
    /// A petal of a cherry.
    case petal

    package var sentence: String {
      switch self {
      case .paper: "A rectangle of paper."
      case .ribbon: "A long strip of satin."
      case .leaf: "A pointed leaf with a stalk, a midrib and side veins."
      case .petal: "A petal of a cherry, narrow at its base and notched at its tip."
      }
    }
  }

  /// The greatest magnitude of `bend`, in degrees.
  package static let maximumBend = 1_080.0
  /// The greatest magnitude of `twist`, in degrees, and its cosine.
  package static let maximumTwist = 80.0
  package static let leastCosineOfTwist: Float = 0.173
  /// A flat sheet is bent by as much, in degrees: on 400 px it is 0.2 px off the plane.
  package static let leastBend = 0.25

  /// A sheet of a form, slightly bent.
  public init(
    _ form: Form = .paper, bend: Double = 60, bendRange: Double = 0, twist: Double = 0, twistRange: Double = 0,
    flex: Double = 0, flexFrequency: Double = 1, translucency: Double? = nil, gloss: Double? = nil, veins: Double = 0.7,
    serration: Double = 0.4, notch: Double? = nil
  ) {
    self.form = form
    (self.bend, self.bendRange) = (bend, bendRange)
    (self.twist, self.twistRange) = (twist, twistRange)
    (self.flex, self.flexFrequency) = (flex, flexFrequency)
    (self.translucency, self.gloss) = (translucency, gloss)
    (self.veins, self.serration, self.notch) = (veins, serration, notch)
  }
}

extension Sheet {
  /// Length ÷ width of a sheet whose size is one number.
  package var aspect: Double {
    switch form {
    case .paper: 1.414
    case .ribbon: 8
    case .leaf: 2
    case .petal: 1.2
    }
  }

  /// The share of the light from behind that shines through.
  package var shareThrough: Double {
    if let translucency { return translucency }
    return switch form {
    case .paper: 0.25
    case .ribbon: 0.2
    case .leaf: 0.6
    case .petal: 0.7
    }
  }

  /// Strength of the highlights.
  package var highlight: Double {
    if let gloss { return gloss }
    return switch form {
    case .paper: 0
    case .ribbon: 0.35
    case .leaf: 0.12
    case .petal: 0.05
    }
  }

  /// Depth of the notch as a share of the length.
  package var notchDepth: Double {
    if let notch { return notch }
    return form == .petal ? 0.14 : 0
  }

  /// How far the two halves are turned towards each other along the middle, as the tangent of an angle.
  package var crease: Double {
    switch form {
    case .paper, .ribbon: 0
    case .leaf: 0.28
    case .petal: 0.35
    }
  }
}
