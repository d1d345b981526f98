import Lanes

/// Factors of motion against drag: D, G and e of `CellEvaluator.motion`, for drag × age ≥ 0.
///
/// If x = drag × age is less than ½, the power series of φ₂ is used up to x⁸ (its truncation error is below 1·10⁻⁹). For small x the
/// definitions suffer from cancellation: at x = 0.01, φ₁ loses two digits and φ₂ four.
struct DragFactors {
  /// D = ∫ e, in seconds: velocity at birth × D is the distance that a particle covers because of that velocity.
  var distance: Float8
  /// G = ∫ D, in seconds squared: acceleration × G is the distance that a particle covers because of that acceleration.
  var fall: Float8
  /// e = exp(−drag·age): share of the velocity at birth that is left.
  var decay: Float8

  @_transparent
  init(drag: Float8, age: Float8) {
    let x = drag * age
    // φ₂(x) = Σ (−x)ⁿ/(n + 2)!, n = 0 ... 8, by Horner's rule
    var series = Float8(repeating: 1.0 / 3_628_800)
    series = series * -x + 1.0 / 362_880
    series = series * -x + 1.0 / 40320
    series = series * -x + 1.0 / 5040
    series = series * -x + 1.0 / 720
    series = series * -x + 1.0 / 120
    series = series * -x + 1.0 / 24
    series = series * -x + 1.0 / 6
    series = series * -x + 0.5
    // φ₁ = 1 − x·φ₂, e⁻ˣ = 1 − x·φ₁
    let seriesDistance = 1 - x * series
    let seriesDecay = 1 - x * seriesDistance
    // From ½ on the definitions are exact enough; where the series is used instead, the divisor is 1 to stay away from 0.
    let isSmall = x .< Float8(repeating: 0.5)
    let divisor = x.replacing(with: Float8(repeating: 1), where: isSmall)
    let exponential = Lanes.exp(-divisor)
    let directDistance = (1 - exponential) / divisor
    let directFall = (1 - directDistance) / divisor
    decay = exponential.replacing(with: seriesDecay, where: isSmall)
    distance = age * directDistance.replacing(with: seriesDistance, where: isSmall)
    fall = age * age * directFall.replacing(with: series, where: isSmall)
  }
}
