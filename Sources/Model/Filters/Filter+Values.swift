import Colorimetry

// The parameters of filters with more than one number. Lengths are points; shares and colours are 0...1.

extension Filter {
  /// A matrix that mixes red, green, blue and alpha anew, as SVG's feColorMatrix.
  public struct ColorMatrix: Sendable, Equatable {
    /// Four rows, for red, green, blue and alpha, of five numbers: the factors of the old red, green, blue and alpha, and a
    /// summand. All act on colours that are not multiplied by alpha.
    public var values: [AnimatedNumber]

    /// A matrix of four rows of five numbers; where numbers are missing at the end, the matrix is like the identity.
    public init(_ values: [AnimatedNumber] = []) {
      self.values = (0..<20).map { $0 < values.count ? values[$0] : ($0 % 6 == 0 ? 1 : 0) }
    }
  }

  /// The values that become black and white, and the brightness of the middle tones; all act on encoded values.
  public struct Levels: Sendable, Equatable {
    /// The value that becomes black.
    public var inputBlack: AnimatedNumber
    /// The value that becomes white.
    public var inputWhite: AnimatedNumber
    /// Brightens the middle tones if above 1: values between black and white are raised to the power 1 ÷ gamma.
    public var gamma: AnimatedNumber
    /// The value that black becomes in the end.
    public var outputBlack: AnimatedNumber
    /// The value that white becomes in the end.
    public var outputWhite: AnimatedNumber

    /// Levels; without arguments they change nothing.
    public init(
      inputBlack: AnimatedNumber = 0, inputWhite: AnimatedNumber = 1, gamma: AnimatedNumber = 1,
      outputBlack: AnimatedNumber = 0, outputWhite: AnimatedNumber = 1
    ) {
      self.inputBlack = inputBlack
      self.inputWhite = inputWhite
      self.gamma = gamma
      self.outputBlack = outputBlack
      self.outputWhite = outputWhite
    }
  }

  /// Smooth curves through points, each from an old encoded value to a new one. A curve is monotone between neighbouring points,
  /// and level before its first and after its last point. A curve without points changes nothing.
  public struct Curves: Sendable, Equatable {
    /// Points of the curve for red, green and blue.
    public var all: [AnimatedPoint]
    /// Points of a further curve for red, applied after `all`.
    public var red: [AnimatedPoint]
    /// Points of a further curve for green, applied after `all`.
    public var green: [AnimatedPoint]
    /// Points of a further curve for blue, applied after `all`.
    public var blue: [AnimatedPoint]

    /// Curves; without arguments they change nothing.
    public init(
      all: [AnimatedPoint] = [], red: [AnimatedPoint] = [], green: [AnimatedPoint] = [], blue: [AnimatedPoint] = []
    ) {
      self.all = all
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// The curves, each with its key in the preset language.
    package var byKey: [(key: String, points: [AnimatedPoint])] {
      [("all", all), ("red", red), ("green", green), ("blue", blue)]
    }
  }

  /// The colours of a ramp in place of the picture's, by luminance.
  public struct Duotone: Sendable, Equatable {
    /// Colours from black to white.
    public var colors: ColorMap
    /// How much of the ramp's colours is mixed in; 0 changes nothing.
    public var amount: AnimatedNumber

    /// A picture in the colours of a ramp.
    public init(colors: ColorMap = ColorMap(.black, .white), amount: AnimatedNumber = 1) {
      self.colors = colors
      self.amount = amount
    }
  }

  /// Darkness towards the corners.
  public struct Vignette: Sendable, Equatable {
    /// The share of the light that is gone at the outer radius.
    public var amount: AnimatedNumber
    /// The middle; that of the canvas if nil.
    public var center: AnimatedPoint?
    /// Radius at which the darkness begins, as a share of the distance from the canvas's middle to a corner.
    public var inner: AnimatedNumber
    /// Radius at which the darkness is complete, as a share of the same distance.
    public var outer: AnimatedNumber

    /// Darkness towards the corners.
    public init(
      amount: AnimatedNumber = 0.5, center: AnimatedPoint? = nil, inner: AnimatedNumber = 0.4,
      outer: AnimatedNumber = 1.1
    ) {
      self.amount = amount
      self.center = center
      self.inner = inner
      self.outer = outer
    }
  }

  /// Dark lines, like those between the lines of an old screen.
  public struct Scanlines: Sendable, Equatable {
    /// The share of the light that is gone in a line.
    public var amount: AnimatedNumber
    /// Points from one line to the next.
    public var spacing: AnimatedNumber
    /// Thickness of a line as a share of the spacing.
    public var thickness: AnimatedNumber
    /// Points by which all lines are moved down.
    public var offset: AnimatedNumber

    /// Dark lines.
    public init(
      amount: AnimatedNumber = 0.4, spacing: AnimatedNumber = 4, thickness: AnimatedNumber = 0.5,
      offset: AnimatedNumber = 0
    ) {
      self.amount = amount
      self.spacing = spacing
      self.thickness = thickness
      self.offset = offset
    }
  }

  /// Lines of a colour that cover every second line of the picture.
  public struct Interlace: Sendable, Equatable {
    /// How much of the colour is mixed in; 0 changes nothing.
    public var amount: AnimatedNumber
    /// Thickness of a line in points.
    public var thickness: AnimatedNumber
    /// Points by which all lines are moved down.
    public var offset: AnimatedNumber
    /// The lines' colour.
    public var color: AnimatedColor

    /// Lines of a colour.
    public init(
      amount: AnimatedNumber = 1, thickness: AnimatedNumber = 1, offset: AnimatedNumber = 0,
      color: AnimatedColor = .constant(.black)
    ) {
      self.amount = amount
      self.thickness = thickness
      self.offset = offset
      self.color = color
    }
  }

  /// Grain that is strongest in the middle tones; black and white stay clean.
  public struct Grain: Sendable, Equatable {
    /// The largest change of an encoded value.
    public var amount: AnimatedNumber
    /// Points from one grain to the next.
    public var size: AnimatedNumber
    /// How much the grains of red, green and blue differ: 0 is grey, 1 gives each its own.
    public var chroma: AnimatedNumber
    /// Another number gives other grain.
    public var variant: Int

    /// The grain of film.
    public init(
      amount: AnimatedNumber = 0.15, size: AnimatedNumber = 1.5, chroma: AnimatedNumber = 0.3, variant: Int = 0
    ) {
      self.amount = amount
      self.size = size
      self.chroma = chroma
      self.variant = variant
    }
  }

  /// A Gaussian blur.
  public struct Blur: Sendable, Equatable {
    /// Standard deviations along x and y, in points, as the radius of CSS's blur().
    public var radius: AnimatedPoint

    /// A blur of one radius for both axes.
    public init(radius: AnimatedNumber) { self.radius = AnimatedPoint(radius, radius) }

    /// A blur of a radius for each axis.
    public init(radius: AnimatedPoint) { self.radius = radius }
  }

  /// A shadow in the shape of what is drawn.
  public struct Shadow: Sendable, Equatable {
    /// How far the shadow is moved to the right and down.
    public var offset: AnimatedPoint
    /// Standard deviation of the shadow's blur.
    public var radius: AnimatedNumber
    /// The shadow's colour; its alpha is the shadow's strength.
    public var color: AnimatedColor

    /// A shadow.
    public init(
      offset: AnimatedPoint = AnimatedPoint(0, 4), radius: AnimatedNumber = 8,
      color: AnimatedColor = .constant(LinearColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    ) {
      self.offset = offset
      self.radius = radius
      self.color = color
    }
  }

  /// Light around the shape of what is drawn, below it.
  public struct Glow: Sendable, Equatable {
    /// Standard deviation of the glow's blur.
    public var radius: AnimatedNumber
    /// Factor of the glow's light.
    public var strength: AnimatedNumber
    /// The glow's colour; if nil, the layer glows in its own colours.
    public var color: AnimatedColor?

    /// A glow.
    public init(radius: AnimatedNumber = 12, strength: AnimatedNumber = 1, color: AnimatedColor? = nil) {
      self.radius = radius
      self.strength = strength
      self.color = color
    }
  }
}
