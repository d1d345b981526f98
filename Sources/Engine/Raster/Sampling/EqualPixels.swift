import Lanes

/// Which eights of a picture's pixels, each from a multiple of eight on in its row, are equal. What is seen of a rectangle of equal pixels needs
/// no samples: a flat shape in space, or the room around it, is filled.
package struct EqualPixels: Sendable {
  private let eightsPerRow: Int
  private let width: Int
  private let height: Int
  /// 1 for eight equal pixels, else 0.
  private let flags: AlignedBuffer<UInt8>

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    eightsPerRow = (width + 7) / 8
    flags = AlignedBuffer(count: eightsPerRow * height)
  }

  /// Finds equal pixels in a part of a row. Parts that begin or end within an eight count as unequal there.
  func find(in planes: UnsafePointer<Float>, planeStride: Int, count: Int, x: Int, y: Int) {
    let row = flags.base + y * eightsPerRow
    var column = (8 - x & 7) & 7
    if column > 0 { row[x / 8] = 0 }
    while column < count {
      var isEqual = column + 8 <= count
      if isEqual {
        for plane in 0..<4 {
          let values = planes + plane &* planeStride + column
          if Lanes.any(Lanes.load(values) .!= Float8(repeating: values[0])) { isEqual = false }
        }
      }
      row[(x + column) / 8] = isEqual ? 1 : 0
      column &+= 8
    }
  }

  /// The pixel of which a rectangle of a level consists, corners included; nil where the pixels differ, or lie outside.
  package func pixel(
    left: Int, top: Int, right: Int, bottom: Int, of level: SampledPicture.Level
  ) -> SampledPicture.Pixel? {
    guard left >= 0, top >= 0, right < width, bottom < height else { return nil }
    let (first, last) = (left / 8, right / 8)
    let pixel = level.row(top)[8 * first]
    for y in top...bottom {
      let (flags, pixels) = (flags.base + y * eightsPerRow, level.row(y))
      for eight in first...last where flags[eight] == 0 || pixels[8 * eight] != pixel { return nil }
    }
    return pixel
  }
}
