import Model

/// From a layer's local seconds to both clocks of an animated value.
struct LayerClock {
  let begin: Double
  let speed: Double
  let timeOffset: Double
  /// Local seconds of one turn of a looping canvas; 0 where nothing loops.
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
}
