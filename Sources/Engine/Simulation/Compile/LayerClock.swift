import Model

/// Converts a layer's local seconds to the two times at which animated values are read (`AnimationClock`), local time and canvas time, by
/// local = timeOffset + speed·(canvas − begin).
struct LayerClock {
  // As in `LayerTiming`.
  /// Canvas second at which the layer begins.
  let begin: Double
  /// Local seconds per canvas second.
  let speed: Double
  /// Local second at `begin`.
  let timeOffset: Double
  /// Local seconds of one period of a looping canvas; 0 where nothing loops.
  let period: Double
  /// Local second at canvas time 0. In a loop all clocks run from there for one `period`, then start again.
  let loopStart: Double

  init(_ timing: LayerTiming, canvas: Canvas) {
    begin = timing.begin
    speed = timing.speed
    timeOffset = timing.timeOffset
    period = canvas.loops && timing.speed > 0 ? canvas.duration.double * timing.speed : 0
    loopStart = timing.localTime(at: 0)
  }

  /// Clocks at a local time. In a loop the time is first folded into the loop's first period.
  func animationClock(at local: Double) -> AnimationClock {
    var local = local
    if period > 0 {
      local -= period * ((local - loopStart) / period).rounded(.down)
    }
    return AnimationClock(local: local, canvas: speed != 0 ? begin + (local - timeOffset) / speed : begin)
  }

  /// Lattice cells after which a noise repeats where nothing loops. Below this power of two neighbouring Floats are at most 1/1024
  /// of a cell apart. At the usual frequencies of a few cells a second, the noise repeats after an hour or more.
  static let noisePeriodWithoutLoop = 16_384.0

  /// Frequency and period of a wave or noise. In a loop the frequency is rounded so that a whole number of waves or cells, at
  /// least one, fits into the loop; without a loop both arguments are returned unchanged.
  ///
  /// - Parameters:
  ///   - frequency: waves a second, or cells of the noise a second along its time axis.
  ///   - wavePeriod: waves or cells after which the wave or noise repeats: 1 for a wave, `noisePeriodWithoutLoop` for a noise.
  /// - Returns: the frequency, and the period in waves (1) or in cells: for a noise in a loop, the cells that fit into the loop.
  func fittedToLoop(frequency: Double, period wavePeriod: Double) -> (frequency: Double, period: Double) {
    guard period > 0, frequency > 0 else { return (frequency, wavePeriod) }
    // Below 2²² a Float still tells quarters of a cell apart.
    let waves = min(max(1, (period * frequency).rounded()), 0x1p22)
    return (waves / period, wavePeriod > 1 ? waves : wavePeriod)
  }
}
