import Model

/// Conversion from a layer's local seconds to both clocks of an animated value: local = timeOffset + speed·(canvas − begin).
struct LayerClock {
  /// As in `LayerTiming`: canvas seconds, local seconds a canvas second, local seconds at `begin`.
  let begin: Double
  let speed: Double
  let timeOffset: Double
  /// Local seconds of one period of a looping canvas; 0 where nothing loops.
  let period: Double
  /// Local time of canvas time 0: in a loop all clocks run from it to `zero` + `period` and start again.
  let zero: Double

  init(_ timing: LayerTiming, canvas: Canvas) {
    begin = timing.begin
    speed = timing.speed
    timeOffset = timing.timeOffset
    period = canvas.loops && timing.speed > 0 ? canvas.duration.double * timing.speed : 0
    zero = timing.localTime(at: 0)
  }

  /// Clocks at a local time; in a loop the time of its first period.
  func clock(at local: Double) -> AnimationClock {
    var local = local
    if period > 0 {
      local -= period * ((local - zero) / period).rounded(.down)
    }
    return AnimationClock(local: local, canvas: speed != 0 ? begin + (local - timeOffset) / speed : begin)
  }

  /// Cells of a noise after which it repeats where nothing loops: a power of two, below which neighbouring Floats are at most
  /// 1/1024 of a cell apart. At the usual frequencies of a few cells a second that is an hour or more.
  static let longPeriod = 16_384.0

  /// Frequency in hertz and period in waves or cells of a wave (`wavePeriod` 1) or noise (`wavePeriod` its cells). In a loop the
  /// frequency is moved to the nearest at which a whole number of waves or cells, at least one, fits into the loop's period.
  func fitting(frequency: Double, period wavePeriod: Double) -> (frequency: Double, period: Double) {
    guard period > 0, frequency > 0 else { return (frequency, wavePeriod) }
    // Beyond 2²² cells a Float no longer tells them apart.
    let cells = min(max(1, (period * frequency).rounded()), 0x1p22)
    return (cells / period, wavePeriod > 1 ? cells : wavePeriod)
  }
}
