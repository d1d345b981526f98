import Lanes

/// The premultiplied colour with which one sprite is blended where its coverage is 1: that of its record, the alpha limited
/// to 0...1, times a factor. Every lane holds the same value.
struct SpriteLight {
  let red: Float8
  let green: Float8
  let blue: Float8
  let alpha: Float8

  /// Whether alpha is 1: blended by `normal`, the colour then replaces what is below wherever coverage is 1.
  @inline(__always) var isOpaque: Bool { alpha[0] == 1 }

  /// - Parameter scale: the kernel's `weight` times the target's opacity.
  @inline(__always)
  init(_ record: SpriteRecord, _ scale: Float) {
    red = Float8(repeating: record.red * scale)
    green = Float8(repeating: record.green * scale)
    blue = Float8(repeating: record.blue * scale)
    alpha = Float8(repeating: clamp(record.alpha, 0, 1) * scale)
  }
}
