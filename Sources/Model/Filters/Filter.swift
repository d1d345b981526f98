/// A filter that is applied to a layer, a group or the whole canvas before it is composited.
public enum Filter: Sendable, Equatable {
  /// A glow around what is brighter than a threshold.
  case bloom(Bloom)
  /// Colours times a number; 1 changes nothing.
  case brightness(AnimatedNumber)
  /// Colours away from, or towards, a middle grey of 0.5; 1 changes nothing.
  case contrast(AnimatedNumber)
  /// Colours away from, or towards, their grey; 1 changes nothing, 0 leaves grey.
  case saturate(AnimatedNumber)
  /// Colours towards their grey; 0 changes nothing, 1 leaves grey.
  case grayscale(AnimatedNumber)
  /// Colours towards the brown of old photographs; 0 changes nothing.
  case sepia(AnimatedNumber)
  /// Hues turned, by degrees, their brightness nearly kept.
  case hueRotate(AnimatedNumber)
  /// Colours towards their opposites; 0 changes nothing, 1 is the negative.
  case invert(AnimatedNumber)
  /// Everything more transparent; 1 changes nothing.
  case opacity(AnimatedNumber)
  /// Light times 2 to the power of a number of stops.
  case exposure(AnimatedNumber)
  /// Red, green, blue and alpha mixed anew.
  case colorMatrix(ColorMatrix)
  /// Black, white and middle moved.
  case levels(Levels)
  /// Brightness by curves.
  case curves(Curves)
  /// Colours reduced to some steps for each channel.
  case posterize(AnimatedNumber)
  /// Colours of a ramp by luminance.
  case duotone(Duotone)
  /// Darker towards the corners of the canvas.
  case vignette(Vignette)
  /// Dark lines from left to right.
  case scanlines(Scanlines)
  /// Every second line replaced by a colour.
  case interlace(Interlace)
  /// The grain of film, another one in each frame.
  case grain(Grain)
  /// A Gaussian blur.
  case blur(Blur)
  /// A shadow below what is drawn.
  case dropShadow(Shadow)
  /// A shadow that the rim casts onto what is drawn.
  case innerShadow(Shadow)
  /// Light around what is drawn.
  case glow(Glow)
  /// Pixels taken from other places.
  case displacement(Displacement)
  /// Squares of one colour.
  case pixellate(Pixellate)
  /// Slopes of brightness lit from one side.
  case emboss(Emboss)
  /// Lines where the picture changes.
  case edges(Edges)
  /// The colours of a thermal camera by luminance; 0 changes nothing.
  case infrared(AnimatedNumber)
  /// The blur of a motion.
  case motionBlur(MotionBlur)
  /// The blur of a lens out of focus.
  case lensBlur(LensBlur)
  /// A blur that differs from place to place.
  case variableBlur(VariableBlur)
  /// Light scattered back around highlights by film.
  case halation(Halation)
  /// Streaks of light across highlights.
  case streak(Streak)

  /// A glow around pixels that are brighter than a threshold.
  public struct Bloom: Sendable, Equatable {
    /// Light above this glows; 1 is white.
    public var threshold: AnimatedNumber
    /// The largest standard deviation of the glow, in points.
    public var radius: Double
    /// Factor of the glow that is added.
    public var strength: AnimatedNumber
    /// The light that each doubling of the glow's width has, relative to the one before: 1 makes a tail like 1/r².
    public var tail: AnimatedNumber
    /// Whether the glow's light is taken from where it came from, so that the picture keeps its energy.
    public var scatters: Bool

    /// A glow.
    public init(
      threshold: AnimatedNumber = 1, radius: Double = 28, strength: AnimatedNumber = 0.5, tail: AnimatedNumber = 1,
      scatters: Bool = false
    ) {
      self.threshold = threshold
      self.radius = radius
      self.strength = strength
      self.tail = tail
      self.scatters = scatters
    }
  }
}

extension Filter {
  /// The input pixels from which a filter computes one pixel.
  package enum Reach: Sendable, Equatable {
    /// The pixel itself: the filter runs within a tile and needs no memory.
    case pixel
    /// The pixels around it. The input is drawn to a buffer that extends `marginPoints` beyond the output on each side.
    case neighborhood(marginPoints: Double)
  }

  /// The target of a filter.
  package enum Target: Sendable {
    case canvas, layer
  }

  /// How far around a pixel the filter reads its input.
  package func reach(on target: Target) -> Reach {
    switch (self, target) {
    // There is nothing beyond the canvas: its light is mirrored at the edges.
    case (.bloom, .canvas): .neighborhood(marginPoints: 0)
    // A layer glows into the frame from outside; two standard deviations to each side contain 95 % of
    // the light along an axis.
    case (.bloom(let bloom), .layer): .neighborhood(marginPoints: 2 * bloom.radius)
    // A canvas is mirrored at its edges; a shadow from beyond them is not seen.
    case (.blur, .canvas), (.dropShadow, .canvas), (.innerShadow, .canvas), (.glow, .canvas):
      .neighborhood(marginPoints: 0)
    // Beyond three standard deviations lies 0.3 % of the light along an axis.
    case (.blur(let blur), .layer):
      .neighborhood(marginPoints: 3 * max(Self.largest(blur.radius.x), Self.largest(blur.radius.y)))
    case (.dropShadow(let shadow), .layer), (.innerShadow(let shadow), .layer):
      .neighborhood(
        marginPoints: 3 * Self.largest(shadow.radius)
          + max(Self.largest(shadow.offset.x), Self.largest(shadow.offset.y)))
    case (.glow(let glow), .layer): .neighborhood(marginPoints: 3 * Self.largest(glow.radius))
    case (.displacement, .canvas), (.pixellate, _), (.emboss, .canvas), (.edges, .canvas), (.motionBlur, .canvas),
      (.lensBlur, .canvas), (.variableBlur, .canvas), (.halation, .canvas), (.streak, .canvas):
      .neighborhood(marginPoints: 0)
    case (.motionBlur(let blur), .layer):
      if case .line(let length, _) = blur.path {
        .neighborhood(marginPoints: Self.largest(length) / 2)
      } else {
        // What lies beyond the canvas would be read without end: it is mirrored.
        .neighborhood(marginPoints: 0)
      }
    case (.lensBlur(let blur), .layer): .neighborhood(marginPoints: Self.largest(blur.radius))
    case (.variableBlur(let blur), .layer): .neighborhood(marginPoints: 3 * Self.largest(blur.radius))
    case (.halation(let halation), .layer): .neighborhood(marginPoints: 2 * halation.radius)
    case (.streak(let streak), .layer): .neighborhood(marginPoints: min(3 * Self.largest(streak.length), 600))
    case (.displacement(let displacement), .layer): .neighborhood(marginPoints: displacement.reachPoints)
    case (.emboss(let emboss), .layer): .neighborhood(marginPoints: Self.largest(emboss.size))
    case (.edges(let edges), .layer): .neighborhood(marginPoints: Self.largest(edges.size))
    case (.brightness, _), (.contrast, _), (.saturate, _), (.grayscale, _), (.sepia, _), (.hueRotate, _), (.invert, _),
      (.opacity, _), (.exposure, _), (.colorMatrix, _), (.levels, _), (.curves, _), (.posterize, _), (.duotone, _),
      (.vignette, _), (.scanlines, _), (.interlace, _), (.grain, _), (.infrared, _):
      .pixel
    }
  }

  /// Bytes that the filter keeps for each pixel of its input, besides the input itself.
  package var bytesPerPixel: Double {
    switch self {
    // A pyramid of two buffers of three planes of 4-byte Floats, whose finest level has a sixteenth of the pixels; each level
    // has a quarter of the one before, all together 1 + 1/4 + 1/16 + … = 4/3 of the finest.
    case .bloom: 2 * 3 * 4 / 16 * 4 / 3
    // Two buffers of the planes that are blurred. A wide blur keeps a sixteenth of them; so narrow a blur that it keeps all is assumed.
    case .blur: 2 * 4 * 4
    case .glow(let glow) where glow.color == nil: 2 * 4 * 4
    case .dropShadow, .innerShadow, .glow: 2 * 4
    // The picture itself, as four Floats a pixel; a grid of squares of a pixel each is assumed.
    case .displacement, .emboss, .edges: 4 * 4
    case .pixellate: 2 * 4 * 4
    // Two pictures of four Floats, read and written in turn.
    case .motionBlur: 2 * 4 * 4
    // Running sums and the result, of four planes of Floats.
    case .lensBlur: 2 * 4 * 4
    // Two buffers of four planes for each of some Gaussians: three at full resolution, one of 2 × 2 and some of 4 × 4 pixels.
    case .variableBlur: 2 * 4 * 4 * (3 + 0.25 + 0.5)
    case .halation: 2 * 3 * 4 / 16 * 4 / 3
    // Six buffers of three planes at a sixteenth of the pixels.
    case .streak: 6 * 3 * 4 / 16
    default: 0
    }
  }

  /// Whether the filter's input is kept until its result is computed. A blur needs no more of it than what it has gathered.
  package var keepsInput: Bool {
    switch self {
    case .blur, .displacement, .pixellate, .emboss, .edges, .motionBlur, .lensBlur: false
    default: true
    }
  }

  /// The greatest size, without its sign, that a number ever has.
  static func largest(_ number: AnimatedNumber) -> Double { number.greatestMagnitude }

  /// Whether the filter's result depends on the alpha of its input. Where nothing else reads the canvas's alpha, it need not be drawn.
  package var readsAlpha: Bool {
    switch self {
    case .bloom, .halation, .streak: false
    default: true
    }
  }

  /// The values that are evaluated at the frame's time.
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    switch self {
    case .bloom(let bloom):
      values.add("threshold", bloom.threshold)
      values.add("strength", bloom.strength)
      values.add("tail", bloom.tail)
    case .brightness(let amount), .contrast(let amount), .saturate(let amount), .grayscale(let amount),
      .sepia(let amount), .invert(let amount), .opacity(let amount), .infrared(let amount):
      values.add("amount", amount)
    case .hueRotate(let angle): values.add("angle", angle, period: 360)
    case .exposure(let stops): values.add("stops", stops)
    case .colorMatrix(let matrix):
      for (index, value) in matrix.values.enumerated() { values.add("matrix[\(index)]", value) }
    case .levels(let levels):
      values.add("inputBlack", levels.inputBlack)
      values.add("inputWhite", levels.inputWhite)
      values.add("gamma", levels.gamma)
      values.add("outputBlack", levels.outputBlack)
      values.add("outputWhite", levels.outputWhite)
    case .curves(let curves):
      for (key, points) in curves.named {
        for (index, point) in points.enumerated() { values.add("\(key)[\(index)]", point) }
      }
    case .posterize(let steps): values.add("steps", steps)
    case .duotone(let duotone):
      values.add("amount", duotone.amount)
      values.add("colors", duotone.colors.animatedValues)
    case .vignette(let vignette):
      values.add("amount", vignette.amount)
      if let center = vignette.center { values.add("center", center) }
      values.add("inner", vignette.inner)
      values.add("outer", vignette.outer)
    case .scanlines(let lines):
      values.add("amount", lines.amount)
      values.add("spacing", lines.spacing)
      values.add("thickness", lines.thickness)
      values.add("offset", lines.offset)
    case .interlace(let lines):
      values.add("amount", lines.amount)
      values.add("thickness", lines.thickness)
      values.add("offset", lines.offset)
      values.add("color", lines.color)
    case .grain(let grain):
      values.add("amount", grain.amount)
      values.add("size", grain.size)
      values.add("chroma", grain.chroma)
    case .blur(let blur): values.add("radius", blur.radius)
    case .dropShadow(let shadow), .innerShadow(let shadow):
      values.add("radius", shadow.radius)
      values.add("offset", shadow.offset)
      values.add("color", shadow.color)
    case .glow(let glow):
      values.add("radius", glow.radius)
      values.add("strength", glow.strength)
      if let color = glow.color { values.add("color", color) }
    case .displacement(let displacement): return displacement.animatedValues
    case .pixellate(let squares):
      values.add("size", squares.size)
      if let center = squares.center { values.add("center", center) }
    case .emboss(let emboss):
      values.add("amount", emboss.amount)
      values.add("angle", emboss.angle, period: 360)
      values.add("size", emboss.size)
    case .edges(let edges):
      values.add("amount", edges.amount)
      values.add("size", edges.size)
      if let color = edges.color { values.add("color", color) }
    case .motionBlur(let blur): return blur.animatedValues
    case .lensBlur(let blur):
      values.add("radius", blur.radius)
      values.add("angle", blur.angle, period: 360)
      values.add("catEye", blur.catEye)
      values.add("highlights", blur.highlights)
    case .variableBlur(let blur): return blur.animatedValues
    case .halation(let halation):
      values.add("threshold", halation.threshold)
      values.add("strength", halation.strength)
      values.add("color", halation.color)
    case .streak(let streak):
      values.add("threshold", streak.threshold)
      values.add("length", streak.length)
      values.add("angle", streak.angle, period: 180)
      values.add("strength", streak.strength)
      values.add("color", streak.color)
    }
    return values
  }
}

extension AnimatedNumber {
  /// The greatest size, without its sign, that the number ever has.
  package var greatestMagnitude: Double {
    let range = valueRange(during: ClockRange(local: -1e6...1e6, canvas: -1e6...1e6))
    return max(abs(range.lowerBound), abs(range.upperBound))
  }
}
