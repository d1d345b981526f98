import Lanes

/// The weights of the levels of a `LightBuffer` for one distance h of sources and receiver, in pixels.
///
/// With the levels Nₖ, whose weights add up to 1, and light divided by 2π: the potential is Φ = Σ cₖσₖ² e^(−h²/2σₖ²) Nₖ; its derivatives are
/// A = −∂Φ/∂h = Σ h·cₖ e^(−h²/2σₖ²) Nₖ and B = −∇Φ in the plane (`LightBuffer` defines cₖ and σₖ).
struct LightWeights {
  /// The weight of each level for A.
  let facing: [Float]
  /// The weight of each level for Φ.
  let potential: [Float]
  /// The first level that matters. The finer ones are left out: where h is at least 5.6σ, e^(−h²/2σ²) is at most 1.2·10⁻⁷.
  let firstLevel: Int

  init(height: Float, levelCount: Int) {
    let h = Double(height)
    var facing: [Float] = []
    var potential: [Float] = []
    for level in 0..<levelCount {
      let sigma = 2.0.squareRoot() * Double(1 << level)
      let gaussian = Double(Self.scale(level: level, of: levelCount)) * Lanes.exp(-h * h / (2 * sigma * sigma))
      facing.append(Float(h * gaussian))
      potential.append(Float(sigma * sigma * gaussian))
    }
    (self.facing, self.potential) = (facing, potential)
    var first = 0
    while first + 1 < levelCount && height >= Float(4 * (1 << (first + 1))) { first += 1 }
    firstLevel = first
  }

  /// cₖ. The last level also stands for all coarser ones, of which the sum has ⅛, 1/64, … of its weight for both derivatives: over the width of
  /// the buffer, their Gaussians differ little from the last one's.
  static func scale(level: Int, of levelCount: Int) -> Float {
    // 2/√π · ln 2 ÷ √2, divided by σₖ = √2·2ᵏ.
    let scale = 0.553_051_433_732_816_3 / 2.0.squareRoot() / Double(1 << level)
    return Float(level == levelCount - 1 ? scale * 8 / 7 : scale)
  }
}
