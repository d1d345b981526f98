/// Mixtures of two colours in one colour space (CSS Color 4, section 12). Missing components are taken from the other colour,
/// hues follow the chosen arc, and all components but the hue are multiplied by alpha while they are mixed, unless
/// `ColorInterpolation.isPremultiplied` is false.
package struct ColorMix: Sendable {
  private let space: ColorSpace
  private let isPremultiplied: Bool
  /// Components of the first colour; if `isPremultiplied`, all but the hue are multiplied by alpha.
  private let firstComponents: SIMD3<Double>
  /// Components of the second colour minus those of the first.
  private let componentDifferences: SIMD3<Double>
  private let firstAlpha: Double
  private let alphaDifference: Double
  /// The tangents of a spline at both ends, components and then alpha, for a share that runs from 0 to 1; nil for a straight line.
  private var tangents: (start: SIMD4<Double>, end: SIMD4<Double>)?

  package init(_ first: LinearColor, _ second: LinearColor, in interpolation: ColorInterpolation) {
    self.init(
      Endpoint(linear: first, in: interpolation.space), Endpoint(linear: second, in: interpolation.space), interpolation
    )
  }

  package init(_ first: CSSColor, _ second: CSSColor, in interpolation: ColorInterpolation) {
    self.init(
      Endpoint(css: first, in: interpolation.space), Endpoint(css: second, in: interpolation.space), interpolation)
  }

  init(_ first: ColorRamp.Stop, _ second: ColorRamp.Stop, in interpolation: ColorInterpolation) {
    self.init(Endpoint(first, in: interpolation.space), Endpoint(second, in: interpolation.space), interpolation)
  }

  private init(_ first: Endpoint, _ second: Endpoint, _ interpolation: ColorInterpolation) {
    var (a, b) = (first, second)
    // A missing component or alpha is taken from the other colour, or 0 if both colours lack it.
    for index in 0..<3 {
      if a.isMissing[index] { a.components[index] = second.isMissing[index] ? 0 : second.components[index] }
      if b.isMissing[index] { b.components[index] = first.isMissing[index] ? 0 : first.components[index] }
    }
    if a.isMissing[3] { a.alpha = second.isMissing[3] ? 0 : second.alpha }
    if b.isMissing[3] { b.alpha = first.isMissing[3] ? 0 : first.alpha }
    let hueIndex = interpolation.space.hueIndex
    if let hueIndex {
      let hues = interpolation.hue.fixedUp(a.components[hueIndex], b.components[hueIndex])
      a.components[hueIndex] = hues.0
      b.components[hueIndex] = hues.1
    }
    isPremultiplied = interpolation.isPremultiplied
    for index in 0..<3 where index != hueIndex && isPremultiplied {
      a.components[index] *= a.alpha
      b.components[index] *= b.alpha
    }
    space = interpolation.space
    firstComponents = a.components
    componentDifferences = b.components - a.components
    firstAlpha = a.alpha
    alphaDifference = b.alpha - a.alpha
  }

  /// The mixture whose share of the second colour is `share`: at 0 the result is the first colour, at 1 the second.
  package func color(at share: Double) -> LinearColor {
    let change = tangents.map { hermite(share, $0) } ?? differences * share
    let alpha = firstAlpha + change.w
    guard alpha > 0 else { return .clear }
    var components = firstComponents + SIMD3(change.x, change.y, change.z)
    let hue = space.hueIndex.map { components[$0] }
    if isPremultiplied, alpha != 1 { components /= alpha }
    if let hue, let index = space.hueIndex { components[index] = hue }
    let light = space.linearLight(components)
    return LinearColor(red: light.x, green: light.y, blue: light.z, alpha: alpha)
  }

  /// The second colour's components and alpha minus those of the first.
  var differences: SIMD4<Double> { SIMD4(componentDifferences, alphaDifference) }

  /// The mixtures along a cubic with tangents, which are changes over a share of 1.
  func with(startTangent: SIMD4<Double>, endTangent: SIMD4<Double>) -> ColorMix {
    var mix = self
    mix.tangents = (startTangent, endTangent)
    return mix
  }

  /// What is added to the first colour at a share, by Hermite's cubic.
  private func hermite(_ t: Double, _ tangents: (start: SIMD4<Double>, end: SIMD4<Double>)) -> SIMD4<Double> {
    let rest = 1 - t
    return differences * (t * t * (3 - 2 * t)) + tangents.start * (t * rest * rest) - tangents.end * (t * t * rest)
  }
}

extension ColorInterpolation {
  /// The mixture of two colours whose share of the second colour is `share`: at 0 the result is the first colour, at 1 the
  /// second.
  package func mix(_ first: LinearColor, _ second: LinearColor, share: Double) -> LinearColor {
    ColorMix(first, second, in: self).color(at: share)
  }
}

/// One of the two colours in the space of the mixture, and which of its components are missing.
private struct Endpoint {
  var components: SIMD3<Double>
  var alpha: Double
  /// Flags of the three components, then of alpha.
  var isMissing = SIMDMask<SIMD4<Int8>>()

  init(_ stop: ColorRamp.Stop, in space: ColorSpace) {
    if let written = stop.colorAsWritten {
      self.init(css: written, in: space)
    } else {
      self.init(linear: stop.color, in: space)
    }
  }

  init(linear color: LinearColor, in space: ColorSpace) {
    components = space.components(ofLight: SIMD3(color.red, color.green, color.blue))
    alpha = color.alpha
    if let index = space.hueIndex, space.hasPowerlessHue(components) { isMissing[index] = true }
  }

  init(css color: CSSColor, in space: ColorSpace) {
    alpha = color.alpha
    if color.space == space {
      // An explicit hue counts even where it is powerless (section 4.4).
      components = color.components
      for index in 0..<4 { isMissing[index] = color.isMissing[index] }
      return
    }
    components = space.components(ofLight: color.space.linearLight(color.components))
    let missing = Set(zip(color.space.componentKinds, color.isMissing).compactMap { $1 ? $0 : nil })
    // If a component is missing, so is the component of the same meaning in the other space: hsl's saturation for a missing
    // chroma. The pairs (chroma, hue) and (a, b) have the same meaning: if both components of one pair are missing, so are both
    // of the other pair.
    let hasMissingColorfulness = missing.isSuperset(of: [.colorfulness, .hue]) || missing.isSuperset(of: [.a, .b])
    for (index, kind) in space.componentKinds.enumerated() {
      isMissing[index] =
        missing.contains(kind) || hasMissingColorfulness && [.colorfulness, .hue, .a, .b].contains(kind)
    }
    isMissing[3] = color.isMissing[3]
    if let index = space.hueIndex, space.hasPowerlessHue(components) { isMissing[index] = true }
  }
}

extension ColorSpace {
  /// What a component means. X, Y and Z correspond to red, green and blue (CSS: analogous components).
  fileprivate enum ComponentKind {
    case red, green, blue, lightness, colorfulness, hue, a, b, white, black
  }

  /// The meaning of each component. If a component is missing, the one of the same meaning in another space is missing, too.
  fileprivate var componentKinds: [ComponentKind] {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98, .prophoto, .rec2020, .xyzD50, .xyzD65: [.red, .green, .blue]
    case .lab, .oklab: [.lightness, .a, .b]
    case .lch, .oklch: [.lightness, .colorfulness, .hue]
    case .hsl: [.hue, .colorfulness, .lightness]
    case .hwb: [.hue, .white, .black]
    }
  }
}

extension ColorInterpolation.HuePath {
  /// CSS's hue fix-up: reduces two hues to 0 ..< 360 degrees, then adds 360 to one of them if the hues between them would not lie
  /// on this arc.
  fileprivate func fixedUp(_ first: Double, _ second: Double) -> (Double, Double) {
    var a = Angles.reduced(degrees: first)
    var b = Angles.reduced(degrees: second)
    let difference = b - a
    switch self {
    case .shorter:
      if difference > 180 { a += 360 } else if difference < -180 { b += 360 }
    case .longer:
      if difference > 0, difference < 180 { a += 360 } else if difference > -180, difference <= 0 { b += 360 }
    case .increasing:
      if difference < 0 { b += 360 }
    case .decreasing:
      if difference > 0 { a += 360 }
    }
    return (a, b)
  }
}
