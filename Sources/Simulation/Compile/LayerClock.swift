import Model

/// Conversion from a layer's local seconds to both clocks of an animated value.
struct LayerClock {
  let begin: Double
  let speed: Double
  let timeOffset: Double
  /// Local seconds of one period of a looping canvas; 0 where nothing loops.
  let period: Double
  /// Local time of canvas time 0, at which a loop's clocks start again.
  let zero: Double

  init(_ timing: LayerTiming, canvas: Canvas) {
    begin = timing.begin
    speed = timing.speed
    timeOffset = timing.timeOffset
    period = canvas.loops && timing.speed > 0 ? canvas.duration.double * timing.speed : 0
    zero = timing.localTime(at: 0)
  }

  func clock(at local: Double) -> AnimationClock {
    var local = local
    if period > 0 {
      local -= period * ((local - zero) / period).rounded(.down)
    }
    return AnimationClock(local: local, canvas: speed != 0 ? begin + (local - timeOffset) / speed : begin)
  }

  /// Cells after which a noise begins again where nothing loops: hours, and few enough for a Float to tell 1/1000 apart.
  static let longPeriod = 16_384.0

  /// Frequency and period of a wave or noise: in a loop a whole number of waves, or of cells of a noise, fits into one
  /// period of the loop.
  func fitting(frequency: Double, period wavePeriod: Double) -> (frequency: Double, period: Double) {
    guard period > 0, frequency > 0 else { return (frequency, wavePeriod) }
    // Beyond 2²² cells a Float no longer tells them apart.
    let cells = min(max(1, (period * frequency).rounded()), 0x1p22)
    return (cells / period, wavePeriod > 1 ? cells : wavePeriod)
  }
}
