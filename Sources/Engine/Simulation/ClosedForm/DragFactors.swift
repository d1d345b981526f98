import Lanes

/// Factors of motion against drag: D, G and e of `CellEvaluator.motion`, for drag × age ≥ 0.
///
/// If x = drag × age is less than ½, the power series of φ₂ is used up to x⁸ (its truncation error is below 1·10⁻⁹). For small x the
/// quotients that define φ₁ and φ₂ suffer from cancellation: at x = 0.01, φ₁ loses two digits and φ₂ four.
struct DragFactors {
  /// D = ∫ e, in seconds: velocity at birth × D is the distance that a particle covers because of that velocity.
  var velocitySeconds: Float8
  /// G = ∫ D, in seconds squared: acceleration × G is the distance that a particle covers because of that acceleration.
  var fall: Float8
  /// e = exp(−drag·age): share of the velocity at birth that is left.
  var decay: Float8

  @_transparent
  init(drag: Float8, age: Float8) {
    let x = drag * age
    // φ₂(x) = Σ (−x)ⁿ/(n + 2)!, n = 0 ... 8, by Horner's rule from 1/10! to 1/2!
    var seriesPhi2 = Float8(repeating: 1.0 / 3_628_800)
    seriesPhi2 = seriesPhi2 * -x + 1.0 / 362_880
    seriesPhi2 = seriesPhi2 * -x + 1.0 / 40320
    seriesPhi2 = seriesPhi2 * -x + 1.0 / 5040
    seriesPhi2 = seriesPhi2 * -x + 1.0 / 720
    seriesPhi2 = seriesPhi2 * -x + 1.0 / 120
    seriesPhi2 = seriesPhi2 * -x + 1.0 / 24
    seriesPhi2 = seriesPhi2 * -x + 1.0 / 6
    seriesPhi2 = seriesPhi2 * -x + 0.5
    // φ₁ = 1 − x·φ₂, e⁻ˣ = 1 − x·φ₁
    let seriesPhi1 = 1 - x * seriesPhi2
    let seriesDecay = 1 - x * seriesPhi1
    // From ½ on the quotients are exact enough; in lanes that use the series, the divisor is 1 so that it is never 0.
    let isSmall = x .< Float8(repeating: 0.5)
    let divisor = x.replacing(with: Float8(repeating: 1), where: isSmall)
    let exponential = Lanes.exp(-divisor)
    let directPhi1 = (1 - exponential) / divisor
    let directPhi2 = (1 - directPhi1) / divisor
    decay = exponential.replacing(with: seriesDecay, where: isSmall)
    velocitySeconds = age * directPhi1.replacing(with: seriesPhi1, where: isSmall)
    fall = age * age * directPhi2.replacing(with: seriesPhi2, where: isSmall)
  }
}
