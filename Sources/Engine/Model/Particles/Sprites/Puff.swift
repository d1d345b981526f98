/// A puff of smoke, steam, dust or cloud: a small volume of noise that lets some light through and scatters the rest.
///
/// Sprites of puffs keep how they answer light from six sides, so that they are lit wherever the lights stand and however they turn.
public struct Puff: Sendable, Hashable {
  /// The mean optical depth through its middle: exp(−density) of the light from behind passes.
  public var density: Double
  /// How much fine noise there is in it, 0 to 1.
  public var detail: Double
  /// How round its outline is: 0 is torn, 1 a ball.
  public var roundness: Double
  /// How much of the light it sends on in the light's own direction, 0 to 0.9.
  public var forward: Double
  /// Number of the puff; each has another form.
  public var seed: Int

  /// A puff of soft smoke.
  public init(
    density: Double = 1.6, detail: Double = 0.6, roundness: Double = 0.5, forward: Double = 0.5, seed: Int = 0
  ) {
    self.density = density
    self.detail = detail
    self.roundness = roundness
    self.forward = forward
    self.seed = seed
  }
}

extension Puff {
  /// The share of light that is thrown towards the eye by light from the front, from a side and from behind, as a factor of what even
  /// scattering gives.
  ///
  /// Half of the light is scattered evenly, the other half by L. G. Henyey's and J. L. Greenstein's phase function (1941, "Diffuse
  /// radiation in the galaxy").
  package var phases: (front: Double, side: Double, back: Double) {
    let g = forward
    func phase(_ cosine: Double) -> Double {
      let root = (1 + g * g - 2 * g * cosine).squareRoot()
      return 0.5 + 0.5 * (1 - g * g) / (root * root * root)
    }
    return (phase(-1), phase(0), phase(1))
  }
}
