import Colorimetry

extension AnimatedColor {
  /// The colour at the layer's own time, exactly that of a key where the time is the key's.
  package func value(at clock: AnimationClock) -> LinearColor {
    switch self {
    case .constant(let color): return color
    case .mixed(let motion): return motion.value(at: clock)
    case .keys(let keys):
      guard let first = keys.first, let last = keys.last else { return .clear }
      if clock.local <= first.time { return first.color }
      guard let next = keys.firstIndex(where: { $0.time > clock.local }) else { return last.color }
      let (from, to) = (keys[next - 1], keys[next])
      let share = from.easing.value(at: (clock.local - from.time) / (to.time - from.time))
      return share == 0 ? from.color : ColorMix(from.color, to.color, in: .linear).color(at: share)
    }
  }
}
