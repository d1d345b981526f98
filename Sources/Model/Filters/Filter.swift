/// A filter that is applied to a layer, a group or the whole canvas before it is composited.
public enum Filter: Sendable, Equatable {
  /// A glow around light above a threshold.
  case bloom(Bloom)
  /// Multiplies colours by a number; 1 changes nothing.
  case brightness(AnimatedNumber)
  /// Moves colours away from the middle grey 0.5 with numbers above 1, towards it with numbers below 1; 1 changes nothing.
  case contrast(AnimatedNumber)
  /// Moves each colour away from the grey of its brightness with numbers above 1, towards it with numbers below 1: 1 changes
  /// nothing, 0 leaves grey.
  case saturate(AnimatedNumber)
  /// Moves each colour towards the grey of its brightness: 0 changes nothing, 1 leaves grey.
  case grayscale(AnimatedNumber)
  /// Moves colours towards the brown of old photographs; 0 changes nothing.
  case sepia(AnimatedNumber)
  /// Turns hues by an angle in degrees, and nearly keeps the brightness.
  case hueRotate(AnimatedNumber)
  /// Moves colours towards their opposites: 0 changes nothing, 1 gives the negative.
  case invert(AnimatedNumber)
  /// Makes everything more transparent: 1 changes nothing, 0 leaves nothing.
  case opacity(AnimatedNumber)
  /// Multiplies light by 2 to the power of a number of stops; 0 changes nothing.
  case exposure(AnimatedNumber)
  /// Mixes red, green, blue and alpha anew.
  case colorMatrix(ColorMatrix)
  /// Multiplies colours by the animated colour of a replicator's instance.
  case tint(Tint)
  /// Moves black, white and the middle tones.
  case levels(Levels)
  /// Changes values by curves.
  case curves(Curves)
  /// Reduces each channel to a number of steps.
  case posterize(AnimatedNumber)
  /// Replaces each colour by that of a ramp at its luminance.
  case duotone(Duotone)
  /// Darkens towards the corners of the canvas.
  case vignette(Vignette)
  /// Dark lines from left to right.
  case scanlines(Scanlines)
  /// Replaces every second line by a colour.
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
  /// A floor that mirrors a layer; made from `Layer.reflection`.
  case reflection(Reflection)
  /// Moves the pixels of one side of a transition of the kind `crosswarp`; made from `Transition`.
  case crosswarp(Transition.Crosswarp)
  /// A layer's transform; made from `Layer.transform`.
  case transform(Placement)
  /// Takes pixels from other places.
  case displacement(Displacement)
  /// Squares of one colour.
  case pixellate(Pixellate)
  /// Slopes of brightness lit from one side.
  case emboss(Emboss)
  /// Lines where the picture changes.
  case edges(Edges)
  /// Replaces colours by those of a thermal camera, chosen by luminance; 0 changes nothing.
  case infrared(AnimatedNumber)
  /// Lamps in a grid.
  case lightGrid(LightGrid)
  /// Bands of light in the colours of a rainbow.
  case sinebow(Sinebow)
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
    /// Each doubling of the glow's width has this many times the light of the one before: 1 makes a tail like 1/r².
    public var tail: AnimatedNumber
    /// Whether the glow's light is subtracted where it came from, so that the picture keeps its energy.
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

  /// What a filter is applied to.
  package enum Target: Sendable {
    case canvas, layer
  }

  /// The most points by which the input of a streak is larger than the output, on each side. Light from farther away is left out.
  private static let maximumStreakReachPoints = 600.0

  /// How far around a pixel the filter reads its input at most.
  package func reach(on target: Target, during clocks: ClockRange) -> Reach {
    func largest(_ number: AnimatedNumber) -> Double { self.largest(number, during: clocks) }
    return switch (self, target) {
    // There is nothing beyond the canvas, so the canvas's light is mirrored at its edges.
    case (.bloom, .canvas): .neighborhood(marginPoints: 0)
    // The parts of a layer outside of the frame glow into it. Two standard deviations to each side contain 95 % of the light
    // along an axis.
    case (.bloom(let bloom), .layer): .neighborhood(marginPoints: 2 * bloom.radius)
    // A canvas is mirrored at its edges. What lies beyond them casts no shadow onto it.
    case (.blur, .canvas), (.dropShadow, .canvas), (.innerShadow, .canvas), (.glow, .canvas):
      .neighborhood(marginPoints: 0)
    // Beyond three standard deviations lies 0.3 % of the light along an axis.
    case (.blur(let blur), .layer):
      .neighborhood(marginPoints: 3 * max(largest(blur.radius.x), largest(blur.radius.y)))
    case (.dropShadow(let shadow), .layer), (.innerShadow(let shadow), .layer):
      .neighborhood(
        marginPoints: 3 * largest(shadow.radius)
          + max(largest(shadow.offset.x), largest(shadow.offset.y)))
    // These filters take no pixels from beyond the frame.
    case (.reflection, _), (.crosswarp, _): .neighborhood(marginPoints: 0)
    case (.transform(let placement), _): .neighborhood(marginPoints: placement.marginPoints)
    case (.glow(let glow), .layer): .neighborhood(marginPoints: 3 * largest(glow.radius))
    case (.displacement, .canvas), (.pixellate, _), (.emboss, .canvas), (.edges, .canvas), (.motionBlur, .canvas),
      (.lensBlur, .canvas), (.variableBlur, .canvas), (.halation, .canvas), (.streak, .canvas):
      .neighborhood(marginPoints: 0)
    case (.motionBlur(let blur), .layer):
      if case .line(let length, _) = blur.motion {
        .neighborhood(marginPoints: largest(length) / 2)
      } else {
        // A zoom or a spin would read infinitely far beyond the canvas; the picture is mirrored at its edges instead.
        .neighborhood(marginPoints: 0)
      }
    case (.lensBlur(let blur), .layer): .neighborhood(marginPoints: largest(blur.radius))
    case (.variableBlur(let blur), .layer): .neighborhood(marginPoints: 3 * largest(blur.radius))
    case (.halation(let halation), .layer): .neighborhood(marginPoints: 2 * halation.radius)
    case (.streak(let streak), .layer):
      .neighborhood(marginPoints: min(3 * largest(streak.length), Self.maximumStreakReachPoints))
    case (.displacement(let displacement), .layer):
      .neighborhood(marginPoints: displacement.reachPoints(during: clocks))
    case (.emboss(let emboss), .layer): .neighborhood(marginPoints: largest(emboss.size))
    case (.edges(let edges), .layer): .neighborhood(marginPoints: largest(edges.size))
    case (.brightness, _), (.contrast, _), (.saturate, _), (.grayscale, _), (.sepia, _), (.hueRotate, _), (.invert, _),
      (.opacity, _), (.exposure, _), (.colorMatrix, _), (.tint, _), (.levels, _), (.curves, _), (.posterize, _),
      (.duotone, _),
      (.vignette, _), (.scanlines, _), (.interlace, _), (.grain, _), (.infrared, _), (.lightGrid, _), (.sinebow, _):
      .pixel
    }
  }

  /// How far around the layer's own pixels the filter may leave light, as a multiple of the filter's reach; nil if that is not
  /// bounded.
  func spreadFactor(during clocks: ClockRange) -> Double? {
    switch self {
    // The reach is three standard deviations, and kernels extend to four.
    case .blur, .dropShadow, .innerShadow, .glow: return 4.0 / 3
    case .motionBlur(let blur):
      if case .line = blur.motion { return 1 }
      return nil
    case .displacement(let displacement):
      switch displacement.shape {
      // A pixel is the mean of a parallelogram around the place that it is taken from (`DisplacedRow` in Raster). Its two sides lead to
      // the places of neighbouring pixels, each up to twice the reach away, and half of each side may lie beyond the reach.
      case .wave, .circleWave, .ripple, .turbulence, .formula, .map: return 3
      // All pixels are moved by the same distance.
      case .colorPlanes: return 1
      default: return nil
      }
    // The last number is added to alpha: above 0 it makes all transparent pixels visible.
    case .colorMatrix(let matrix):
      return (matrix.values.last?.valueRange(during: clocks).upperBound ?? 0) <= 0 ? 0 : nil
    default: return isSameEverywhere ? 0 : nil
    }
  }

  /// Bytes that the filter keeps for each pixel of its input, besides the input itself.
  package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
    /// Bytes for each plane that is blurred; `x` and `y` are its standard deviations in points.
    func blurBytes(_ x: AnimatedNumber, _ y: AnimatedNumber) -> Double {
      let across = blurReduction(sigmaPixels: Self.magnitudes(x, during: clocks).lowerBound * pixelsPerPoint)
      let down = blurReduction(sigmaPixels: Self.magnitudes(y, during: clocks).lowerBound * pixelsPerPoint)
      // Two buffers, and another for each axis along which several pixels are stored as one value: it holds their first moments.
      let buffers = 2 + (across > 1 ? 1 : 0) + (down > 1 ? 1 : 0)
      return Double(buffers * 4) / Double(across * down)
    }
    switch self {
    // A pyramid of two buffers of three planes of 4-byte Floats, whose finest level has a sixteenth of the pixels; each level
    // has a quarter of the one before, all together 1 + 1/4 + 1/16 + … = 4/3 of the finest.
    case .bloom, .halation: return 2 * 3 * 4 / 16 * 4 / 3
    case .blur(let blur): return 4 * blurBytes(blur.radius.x, blur.radius.y)
    case .glow(let glow): return (glow.color == nil ? 4 : 1) * blurBytes(glow.radius, glow.radius)
    case .dropShadow(let shadow), .innerShadow(let shadow): return blurBytes(shadow.radius, shadow.radius)
    // The picture, and its successive halves with 1/4 + 1/16 + … of its pixels.
    case .transform, .reflection, .crosswarp: return PixelMemory.floatPixelBytes * 4 / 3
    // The picture itself, as four Floats a pixel.
    case .displacement(let displacement):
      // In addition to the picture, a map has the distances along x and y, a height map its height.
      switch displacement.shape {
      case .map: return 4 * 4 + 2 * 4
      case .heightMap: return 4 * 4 + 4
      default: return 4 * 4
      }
    case .emboss, .edges: return 4 * 4
    // The picture, and a grid of means; squares of one pixel are assumed.
    case .pixellate: return 2 * 4 * 4
    // Two pictures of four Floats, read and written in turn.
    case .motionBlur: return 2 * 4 * 4
    // Running sums and the result, of four planes of Floats.
    case .lensBlur: return 2 * 4 * 4
    case .variableBlur(let blur):
      // The blurs are listed from the strongest down, each with half the standard deviation of the one before. Those that are
      // strong enough have a reduced picture each; all others share one picture of full size. If the radius is animated, the
      // worst case counts: pictures are reduced by 2 along each axis, not by 4.
      var (sigma, bytes) = (largest(blur.radius, during: clocks) * pixelsPerPoint, 4 * 4.0)
      while blurReduction(sigmaPixels: sigma) > 1 {
        let reduction = blur.radius.isConstant ? blurReduction(sigmaPixels: sigma) : 2
        bytes += 4 * 4 * 4 / Double(reduction * reduction)
        sigma /= 2
      }
      return bytes
    // Six buffers of three planes at a sixteenth of the pixels.
    case .streak: return 6 * 3 * 4 / 16
    default: return 0
    }
  }

  /// Whether the filter's input has to be kept for its last step, `finish` of `NeighborhoodFilter` in Shading. A blur, for example, does
  /// not need it: it has gathered its input in buffers of its own.
  package var readsInputInFinish: Bool {
    switch self {
    case .blur, .displacement, .pixellate, .emboss, .edges, .motionBlur, .lensBlur, .transform, .crosswarp: false
    default: true
    }
  }

  /// The greatest magnitude that a number may have.
  package func largest(_ number: AnimatedNumber, during clocks: ClockRange) -> Double {
    Self.magnitudes(number, during: clocks).upperBound
  }

  /// The range of magnitudes that a number may have.
  private static func magnitudes(_ number: AnimatedNumber, during clocks: ClockRange) -> ClosedRange<Double> {
    let range = number.valueRange(during: clocks)
    let (low, high) = (abs(range.lowerBound), abs(range.upperBound))
    return (range.contains(0) ? 0 : min(low, high))...max(low, high)
  }

  /// Whether the filter's result may depend on the alpha of its input. If no filter of a canvas reads alpha, the canvas's alpha
  /// need not be drawn.
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
    case .tint(let tint):
      values.add("instanceColor", tint.color)
      for (name, offset) in zip(["Red", "Green", "Blue", "Alpha"], tint.offsets) {
        values.add("instance\(name)Offset", offset)
      }
    case .levels(let levels):
      values.add("inputBlack", levels.inputBlack)
      values.add("inputWhite", levels.inputWhite)
      values.add("gamma", levels.gamma)
      values.add("outputBlack", levels.outputBlack)
      values.add("outputWhite", levels.outputWhite)
    case .curves(let curves):
      for (key, points) in curves.byKey {
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
    case .crosswarp(let warp):
      values.add("progress", warp.progress)
      values.add("angle", warp.angle, period: 360)
    case .reflection(let reflection): return reflection.animatedValues
    case .transform(let placement): values = placement.transform.animatedValues
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
    case .lightGrid(let grid):
      values.add("amount", grid.amount)
      values.add("size", grid.size)
      values.add("strength", grid.strength)
    case .sinebow(let bands):
      values.add("amount", bands.amount)
      values.add("strength", bands.strength)
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
