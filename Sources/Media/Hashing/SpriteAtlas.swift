import Raster

/// The layout of a sprite sheet: frames of one size in rows, without captions, on a transparent background.
package struct SpriteAtlas: Sendable, Equatable {
  /// The number of frames.
  package let count: Int
  /// Frames in a row, at most.
  package let columns: Int
  /// Width of a frame in pixels.
  package let frameWidth: Int
  /// Height of a frame in pixels.
  package let frameHeight: Int
  /// Transparent pixels between frames, and around all of them.
  package let padding: Int
  /// Whether the sheet's sides are rounded up to powers of two, which old graphics cards need.
  package let hasPowerOfTwoSides: Bool

  /// Creates a layout.
  ///
  /// - Parameter columns: frames in a row; nil for the number, up to 4096, with which the longer side of the sheet is shortest.
  package init(
    count: Int, columns: Int? = nil, frameWidth: Int, frameHeight: Int, padding: Int = 0,
    hasPowerOfTwoSides: Bool = false
  ) {
    precondition(
      count > 0 && frameWidth > 0 && frameHeight > 0 && padding >= 0 && columns ?? 1 > 0,
      "A sprite sheet needs frames and columns.")
    self.count = count
    self.frameWidth = frameWidth
    self.frameHeight = frameHeight
    self.padding = padding
    self.hasPowerOfTwoSides = hasPowerOfTwoSides
    let candidates = columns.map { [min($0, count)] } ?? Array(1...min(count, 4096))
    func longerSide(_ columns: Int) -> Int {
      let rows = (count + columns - 1) / columns
      return max(columns * (frameWidth + padding), rows * (frameHeight + padding))
    }
    // Of several candidates with the same longer side `min` returns the first: the one with the fewest columns, which leaves the
    // fewest places in the last row empty.
    self.columns = candidates.min { longerSide($0) < longerSide($1) } ?? 1
  }

  /// The number of rows of frames.
  package var rows: Int { (count + columns - 1) / columns }
  /// Width of the sheet in pixels.
  package var width: Int { side(columns * (frameWidth + padding) + padding) }
  /// Height of the sheet in pixels.
  package var height: Int { side(rows * (frameHeight + padding) + padding) }

  /// The side in pixels of a sheet that needs at least `pixels`.
  private func side(_ pixels: Int) -> Int {
    guard hasPowerOfTwoSides else { return pixels }
    var power = 1
    while power < pixels { power *= 2 }
    return power
  }

  /// The rectangle of a frame in the sheet.
  ///
  /// - Parameter index: the frame's index, counted from 0.
  package func rect(ofFrame index: Int) -> PixelRect {
    PixelRect(
      x: padding + index % columns * (frameWidth + padding), y: padding + index / columns * (frameHeight + padding),
      width: frameWidth, height: frameHeight)
  }

  /// An empty, transparent sheet.
  package func makeSheet(_ format: PixelFormat) -> PixelBuffer {
    let sheet = PixelBuffer(format: format, width: width, height: height)
    for plane in 0..<format.planeCount {
      sheet.plane(plane).update(repeating: 0, count: sheet.stride(ofPlane: plane) * sheet.rowCount(ofPlane: plane))
    }
    return sheet
  }

  /// Copies a frame to its place in a sheet.
  package func place(_ frame: PixelBuffer, at index: Int, in sheet: PixelBuffer) {
    precondition(
      frame.format == sheet.format && frame.format.planeCount == 1 && frame.width == frameWidth
        && frame.height == frameHeight, "A frame must have the format and the size that the sheet was laid out for.")
    let rect = rect(ofFrame: index)
    let pixelBytes = frame.rowBytes(ofPlane: 0) / frame.width
    for row in 0..<frameHeight {
      let target = sheet.plane(0) + (rect.y + row) * sheet.stride(ofPlane: 0) + rect.x * pixelBytes
      target.update(from: frame.plane(0) + row * frame.stride(ofPlane: 0), count: frame.rowBytes(ofPlane: 0))
    }
  }
}
