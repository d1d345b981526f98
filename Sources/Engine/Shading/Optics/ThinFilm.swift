import Lanes
import Model
import Raster

/// The shares of red, green and blue light that a surface with a thin film mirrors: soap bubbles, oil, pearls, tempered metal.
///
/// The film's two faces mirror with the amplitudes r₁ and r₂, and the second image has run p = 2·n·d·cos β farther, with the film's index n and
/// thickness d and the ray's angle β in it. All images between both faces together give (G. B. Airy, 1833, "On the phænomena of Newton's
/// rings"), for each of the two polarizations,
///
///     R = (r₁² + r₂² + 2·r₁r₂·C) ÷ (1 + r₁²r₂² + 2·r₁r₂·C),  C = cos(2π·p ÷ λ)
///
/// Here C is its mean over a channel's wavelengths (`Interference`). A mean of quotients is not the quotient of means: up to 70° from the normal, over
/// glass and air, the shares are within 0.02 of their spectral integrals. Cost: about 120 instructions for eight pixels, a fifth of them to read the table.
struct ThinFilm: Sendable {
  /// Indices of refraction of the film, and of what it lies on.
  private let index: Float
  private let bodyIndex: Float
  private let metal: Float
  /// In nanometres, where the layer is white.
  private let thickness: Float
  /// The share of the thickness that follows the layer's brightness.
  private let variation: Float
  private let interference = Interference.shared

  /// Nil for a body without a film.
  init?(_ material: Material, at clock: AnimationClock) {
    guard let film = material.film else { return nil }
    func value(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock)) }
    index = max(value(material.filmRefraction), 1)
    bodyIndex = material.back == .hollow ? 1 : max(value(material.refraction), 1)
    metal = value(material.metal)
    thickness = Float(min(max(film.value(at: clock), 0), Material.greatestFilmNanometers))
    variation = value(material.filmVariation)
  }

  /// - Parameters:
  ///   - cosine: of the angle between the line of sight and the normal, above 0.
  ///   - own: the layer's colours, not premultiplied: a metal's, and the film's form.
  @inline(__always)
  func mirrored(cosine: Float8, own: LaneVector) -> LaneVector {
    let inFilm = Optics.refractedCosine(cosine, eta: 1 / index)
    let inBody = Optics.refractedCosine(cosine, eta: 1 / bodyIndex)
    let brightness = encodeSRGB(Lanes.clamp(own.x * 0.2126 + own.y * 0.7152 + own.z * 0.0722, 0, 1))
    let here = ((brightness - 1) * variation + 1) * thickness
    let means = interference.means(path: here * inFilm * (2 * index))
    let upper = Optics.Amplitudes(cosine: cosine, refracted: inFilm, eta: 1 / index)
    let lower = Optics.Amplitudes(cosine: inFilm, refracted: inBody, eta: index / bodyIndex)
    let bare = Optics.metalReflectance(
      cosine: cosine, own: LaneVector(Lanes.clamp(own.x, 0, 1), Lanes.clamp(own.y, 0, 1), Lanes.clamp(own.z, 0, 1)))
    @inline(__always) func share(_ mean: Float8, _ bare: Float8) -> Float8 {
      var (across, along) = (lower.across, lower.along)
      if metal > 0 {
        // A metal turns all light's phase round. What its face in the film mirrors follows from what it mirrors in air.
        let bare = Lanes.sqrt(bare)
        @inline(__always) func inFilm(_ bare: Float8, _ upper: Float8) -> Float8 { (bare - upper) / (1 - bare * upper) }
        across = across * (1 - metal) + inFilm(-bare, upper.across) * metal
        along = along * (1 - metal) + inFilm(bare, upper.along) * metal
      }
      return (Self.airy(upper.across, across, mean) + Self.airy(upper.along, along, mean)) * 0.5
    }
    return LaneVector(share(means.x, bare.x), share(means.y, bare.y), share(means.z, bare.z))
  }

  @inline(__always)
  private static func airy(_ first: Float8, _ second: Float8, _ mean: Float8) -> Float8 {
    let product = first * second
    let cross = product * mean * 2
    return Lanes.clamp((first * first + second * second + cross) / (product * product + cross + (1 + 1e-6)), 0, 1)
  }
}
