import Lanes

/// Factors of motion against drag: D, G and e of `CellEvaluator.motion`.
///
/// Below x = ka = ½ the power series of φ₂ is used up to x⁸ (truncation below 1·10⁻⁹), since (1 − e⁻ˣ)/x loses three
/// digits at x = 0.01.
struct DragFactors {
  /// D: seconds of birth velocity; ∫ e.
  var distance: Float8
  /// G: ∫ D.
  var fall: Float8
  /// e^(−ka).
  var decay: Float8

  @_transparent
  init(drag: Float8, age: Float8) {
    let x = drag * age
    // φ₂(x) = Σ (−x)ⁿ/(n + 2)!
    var series = Float8(repeating: 1.0 / 3_628_800)
    series = series * -x + 1.0 / 362_880
    series = series * -x + 1.0 / 40320
    series = series * -x + 1.0 / 5040
    series = series * -x + 1.0 / 720
    series = series * -x + 1.0 / 120
    series = series * -x + 1.0 / 24
    series = series * -x + 1.0 / 6
    series = series * -x + 0.5
    let seriesDistance = 1 - x * series
    let seriesDecay = 1 - x * seriesDistance
    // From ½ on the definitions are exact enough; the divisor is kept away from zero where they are not used.
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
