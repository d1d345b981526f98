import Scenes

/// From a layer's local seconds to both clocks of an animated value.
struct LayerClock {
  let begin: Double
  let speed: Double
  let timeOffset: Double
  /// Local seconds of one turn of a looping canvas; 0 where nothing loops.
  let period: Double
  /// Local time of canvas time 0, at which a loop's clocks start again.
  let zero: Double

  init(layer: Layer, canvas: Canvas) {
    begin = layer.begin
    speed = layer.speed
    timeOffset = layer.timeOffset
    period = canvas.loops && layer.speed > 0 ? canvas.duration.double * layer.speed : 0
    zero = layer.localTime(at: 0)
  }

  func clock(at local: Double) -> Clock {
    var local = local
    if period > 0 {
      local -= period * ((local - zero) / period).rounded(.down)
    }
    return Clock(local: local, canvas: speed != 0 ? begin + (local - timeOffset) / speed : begin)
  }
}
