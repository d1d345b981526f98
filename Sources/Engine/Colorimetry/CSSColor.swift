/// A colour of CSS Color 4 in the colour space in which it was written. Components may be missing (`none`).
package struct CSSColor: Sendable, Hashable {
  /// The colour space of the components.
  package var space: ColorSpace
  /// Components in CSS's units (listed in ColorSpace+Conversion.swift); a missing component is 0.
  package var components: SIMD3<Double>
  /// Opacity, 0...1; 0 if it is missing.
  package var alpha: Double
  /// Four flags: whether each of the three components, and then alpha, was written `none`.
  package var isMissing: [Bool]

  package init(
    _ space: ColorSpace, _ components: SIMD3<Double>, alpha: Double = 1,
    isMissing: [Bool] = [false, false, false, false]
  ) {
    self.space = space
    self.components = components
    self.alpha = alpha
    self.isMissing = isMissing
  }

  /// The colour in linear light; missing components count as 0, as in CSS outside of mixing.
  package var linear: LinearColor {
    let light = space.linearLight(components)
    return LinearColor(
      red: CSSColor.bounded(light.x), green: CSSColor.bounded(light.y), blue: CSSColor.bounded(light.z), alpha: alpha)
  }

  /// A component limited to ±10⁶, which every later stage can represent; `lab(50 1e6 0)` would give far greater ones.
  private static func bounded(_ component: Double) -> Double {
    if component > 1e6 { return 1e6 }
    return component > -1e6 ? component : -1e6
  }
}

/// The error that a text is not a colour. The reason is a sentence without a full stop.
package struct CSSColorError: Error, Equatable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension LinearColor {
  /// A colour of CSS Color 4: `#rgb[a]`, `#rrggbb[aa]`, a name, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`,
  /// `oklab()`, `oklch()` or `color()`. Letters of either case. Colours outside sRGB keep components below 0 or
  /// above 1; `none` counts as 0.
  ///
  /// Nil if the text is not a colour: `explainCSSFailure` says why. `currentcolor`, system colours, `calc()`,
  /// relative colours and `color-mix()` are not supported.
  public init?(css: String) {
    guard let color = try? CSSColorParser.parse(css) else { return nil }
    self = color.linear
  }

  /// The reason why `init(css:)` refuses a text ("no colour is called oragne. Did you mean orange?"); nil if the text is a
  /// colour.
  package static func explainCSSFailure(_ css: String) -> String? {
    do throws(CSSColorError) {
      _ = try CSSColorParser.parse(css)
      return nil
    } catch {
      return error.reason
    }
  }
}
