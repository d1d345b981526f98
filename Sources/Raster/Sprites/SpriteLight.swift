import Lanes

/// The premultiplied colour of one sprite, times a factor, in every lane.
struct SpriteLight {
  let red: Float8
  let green: Float8
  let blue: Float8
  let alpha: Float8

  /// Whether it replaces what is below where coverage is 1.
  @inline(__always) var isOpaque: Bool { alpha[0] == 1 }

  @inline(__always)
  init(_ record: SpriteRecord, _ scale: Float) {
    red = Float8(repeating: record.red * scale)
    green = Float8(repeating: record.green * scale)
    blue = Float8(repeating: record.blue * scale)
    alpha = Float8(repeating: clamp(record.alpha, 0, 1) * scale)
  }
}
