import Lanes

/// The premultiplied colour of one sprite, in every lane.
struct SpriteLight {
  let red: Lane8
  let green: Lane8
  let blue: Lane8
  let alpha: Lane8

  @inline(__always) var isOpaque: Bool { alpha[0] == 1 }

  @inline(__always)
  init(_ record: SpriteRecord, _ scale: Float) {
    red = Lane8(repeating: record.red * scale)
    green = Lane8(repeating: record.green * scale)
    blue = Lane8(repeating: record.blue * scale)
    alpha = Lane8(repeating: clamp(record.alpha, 0, 1) * scale)
  }
}
