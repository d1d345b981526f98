import Lanes

// The non-separable blend modes of W3C, Compositing and Blending Level 1 (2024), section 9.2: the result takes its hue, saturation and
// luminosity from the source or the backdrop. The formulas work on straight colours, clamped to 0...1.

/// A formula that mixes straight colours, 0...1, all channels together.
protocol HueMixFormula: BlendFormula {
  /// Returns the specification's B(Cb, Cs): the mixture of the straight colours of source and backdrop.
  static func mixed(_ source: Channels, _ backdrop: Channels) -> Channels
}

extension HueMixFormula {
  static var readsBackdropAlpha: Bool { true }

  @inline(__always)
  static func colors(_ s: Channels, _ b: Channels, _ sa: Float8, _ ba: Float8) -> Channels {
    let bothAlphas = sa * ba
    let mix = mixed(
      (straight(s.red, sa), straight(s.green, sa), straight(s.blue, sa)),
      (straight(b.red, ba), straight(b.green, ba), straight(b.blue, ba)))
    func blended(_ s: Float8, _ b: Float8, _ mixed: Float8) -> Float8 {
      s * (1 - ba) + b * (1 - sa) + bothAlphas * mixed
    }
    return (
      blended(s.red, b.red, mix.red), blended(s.green, b.green, mix.green), blended(s.blue, b.blue, mix.blue)
    )
  }

  @inline(__always) static func alpha(_ sa: Float8, _ ba: Float8) -> Float8 { sa + ba * (1 - sa) }
}

/// The source's hue, the backdrop's saturation and luminosity.
enum HueFormula: HueMixFormula {
  @inline(__always) static func mixed(_ s: Channels, _ b: Channels) -> Channels {
    withLuminosity(luminosity(b), withSaturation(saturation(b), s))
  }
}

/// The source's saturation, the backdrop's hue and luminosity.
enum SaturationFormula: HueMixFormula {
  @inline(__always) static func mixed(_ s: Channels, _ b: Channels) -> Channels {
    withLuminosity(luminosity(b), withSaturation(saturation(s), b))
  }
}

/// The source's hue and saturation, the backdrop's luminosity.
enum ColorFormula: HueMixFormula {
  @inline(__always) static func mixed(_ s: Channels, _ b: Channels) -> Channels { withLuminosity(luminosity(b), s) }
}

/// The source's luminosity, the backdrop's hue and saturation.
enum LuminosityFormula: HueMixFormula {
  @inline(__always) static func mixed(_ s: Channels, _ b: Channels) -> Channels { withLuminosity(luminosity(s), b) }
}

/// The specification's Lum function: luminosity with the weights that it defines.
@inline(__always)
private func luminosity(_ c: Channels) -> Float8 { (0.3 * c.red + 0.59 * c.green) + 0.11 * c.blue }

/// The specification's Sat function.
@inline(__always)
private func saturation(_ c: Channels) -> Float8 { greatest(c) - least(c) }

@inline(__always)
private func greatest(_ c: Channels) -> Float8 { Lanes.max(Lanes.max(c.red, c.green), c.blue) }

@inline(__always)
private func least(_ c: Channels) -> Float8 { Lanes.min(Lanes.min(c.red, c.green), c.blue) }

/// The specification's SetSat: the least channel becomes 0, the greatest becomes `saturation`; greys become black. Divisors, here
/// and below, are raised to at least 10⁻³⁰, so that nothing is divided by 0.
@inline(__always)
private func withSaturation(_ saturation: Float8, _ c: Channels) -> Channels {
  let least = least(c)
  let factor = saturation / Lanes.max(greatest(c) - least, 1e-30)
  return ((c.red - least) * factor, (c.green - least) * factor, (c.blue - least) * factor)
}

/// The specification's SetLum, with its ClipColor: a colour that would lie outside of 0...1 is moved towards the grey of its luminosity.
@inline(__always)
private func withLuminosity(_ luminosity: Float8, _ c: Channels) -> Channels {
  let change = luminosity - Raster.luminosity(c)
  let moved = (red: c.red + change, green: c.green + change, blue: c.blue + change)
  let (low, high) = (least(moved), greatest(moved))
  let one = Float8(repeating: 1)
  let towardsBlack = Lanes.select(low .< 0, luminosity / Lanes.max(luminosity - low, 1e-30), one)
  let towardsWhite = Lanes.select(high .> 1, (1 - luminosity) / Lanes.max(high - luminosity, 1e-30), one)
  let share = Lanes.min(towardsBlack, towardsWhite)
  func clipped(_ value: Float8) -> Float8 { luminosity + (value - luminosity) * share }
  return (clipped(moved.red), clipped(moved.green), clipped(moved.blue))
}
