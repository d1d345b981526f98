import Raster

/// Several frames of a movie on one picture, the time under each.
package struct ContactSheet: Sendable {
  /// Pictures in a row.
  package var columns: Int
  /// Pixels around and between the pictures.
  package var margin: Int
  /// Pixels per dot of the letters.
  package var letterScale: Int

  package init(columns: Int = 4, margin: Int = 16, letterScale: Int = 2) {
    precondition(columns > 0 && margin >= 0 && letterScale > 0, "A sheet needs columns, a margin and letters.")
    self.columns = columns
    self.margin = margin
    self.letterScale = letterScale
  }

  /// A neutral dark grey, so that it shows where a night picture ends.
  static let ground: (UInt8, UInt8, UInt8) = (30, 30, 30)
  static let letterGrey: UInt8 = 200

  /// The sheet's size for `count` pictures of one size.
  package func size(count: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let columns = min(columns, max(count, 1))
    let rows = (max(count, 1) + columns - 1) / columns
    return (margin + columns * (width + margin), margin + rows * (height + captionHeight + margin))
  }

  private var captionGap: Int { 3 * letterScale }
  private var captionHeight: Int { captionGap + Glyphs.height * letterScale }

  /// Lays rgb24 pictures of one size out in rows, each with its caption centred below ("0:02.50"): digits, capital
  /// letters and `. : , - + = / % ( )`. Nothing is scaled: pictures are rendered as small as they are to be.
  package func compose(_ pictures: [PixelBuffer], captions: [String]) -> PixelBuffer {
    guard let first = pictures.first else { preconditionFailure("A sheet needs at least one picture.") }
    precondition(captions.count == pictures.count, "Every picture needs its caption.")
    let size = size(count: pictures.count, width: first.width, height: first.height)
    let sheet = PixelBuffer(format: .rgb24, width: size.width, height: size.height)
    fill(sheet, x: 0, y: 0, width: size.width, height: size.height, color: Self.ground)
    let columns = min(columns, pictures.count)
    for (index, picture) in pictures.enumerated() {
      precondition(
        picture.format == .rgb24 && picture.width == first.width && picture.height == first.height,
        "All pictures of a sheet must be rgb24 and of one size.")
      let x = margin + index % columns * (first.width + margin)
      let y = margin + index / columns * (first.height + captionHeight + margin)
      copy(picture, to: sheet, x: x, y: y)
      let indent = (first.width - Glyphs.pixelWidth(of: captions[index], scale: letterScale)) / 2
      Glyphs.draw(
        captions[index], in: sheet, x: x + max(indent, 0), y: y + first.height + captionGap, scale: letterScale,
        grey: Self.letterGrey)
    }
    return sheet
  }
}

/// Copies an rgb24 picture into a larger one, where it fits as a whole.
func copy(_ picture: PixelBuffer, to sheet: PixelBuffer, x: Int, y: Int) {
  for row in 0..<picture.height {
    (sheet.plane(0) + (y + row) * sheet.stride(ofPlane: 0) + 3 * x)
      .update(from: picture.plane(0) + row * picture.stride(ofPlane: 0), count: 3 * picture.width)
  }
}
