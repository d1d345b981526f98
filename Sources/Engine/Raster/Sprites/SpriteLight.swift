import Lanes

/// The premultiplied colour with which a sprite is blended where its coverage is 1: the record's colour, with alpha limited to
/// 0...1, times a factor. All lanes hold the same value.
struct SpriteLight {
  let red: Float8
  let green: Float8
  let blue: Float8
  let alpha: Float8

  /// Whether alpha is 1. Blended by `normal`, such a colour replaces the backdrop wherever coverage is 1.
  @inline(__always) var isOpaque: Bool { alpha[0] == 1 }

  /// - Parameter scale: the kernel's `weight` times the target's opacity.
  @inline(__always)
  init(_ record: SpriteRecord, _ scale: Float) {
    red = Float8(repeating: record.red * scale)
    green = Float8(repeating: record.green * scale)
    blue = Float8(repeating: record.blue * scale)
    alpha = Float8(repeating: clamp(record.alpha, 0, 1) * scale)
  }

  /// The light of a sprite whose samples have the record's colour already, and of opacity only the sprite's.
  @inline(__always)
  init(ofLitSamples record: SpriteRecord, _ scale: Float) {
    red = Float8(repeating: scale)
    green = red
    blue = red
    alpha = Float8(repeating: clamp(record.alpha, 0, 1) * scale)
  }
}
