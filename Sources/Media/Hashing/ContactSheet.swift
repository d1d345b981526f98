import Raster

/// The layout of a contact sheet: one picture of several frames in rows, with a caption, such as the time, under each frame.
package struct ContactSheet: Sendable {
  /// Frames in a row, at most.
  package var columns: Int
  /// Pixels around and between the frames.
  package var margin: Int
  /// Side in pixels of the square that shows one dot of a letter.
  package var letterScale: Int

  /// How many frames a sheet of a preset has, where nothing else is asked for.
  package static let defaultCount = 12
  /// How many frames stand in a row, where nothing else is asked for.
  package static let defaultColumns = 4
  /// Width in pixels of each frame, where nothing else is asked for.
  package static let defaultFrameWidth = 480

  /// The height of a frame on a sheet, in the proportions of a preset's width and height: rounded to the nearest pixel, at least 1.
  package static func frameHeight(width: Int, presetWidth: Int, presetHeight: Int) -> Int {
    max(1, (width * presetHeight + presetWidth / 2) / presetWidth)
  }

  package init(columns: Int = defaultColumns, margin: Int = 16, letterScale: Int = 2) {
    precondition(columns > 0 && margin >= 0 && letterScale > 0, "A sheet needs columns, a margin and letters.")
    self.columns = columns
    self.margin = margin
    self.letterScale = letterScale
  }

  /// The background in 8-bit sRGB codes: a dark grey, on which the edges of a black frame are visible.
  static let backgroundCodes: (UInt8, UInt8, UInt8) = (30, 30, 30)
  /// The 8-bit sRGB code of letters, for each of R, G and B.
  static let letterGrey: UInt8 = 200

  /// The sheet's size in pixels for `count` frames of one size.
  package func size(count: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let usedColumns = min(columns, max(count, 1))
    let rows = (max(count, 1) + usedColumns - 1) / usedColumns
    return (margin + usedColumns * (width + margin), margin + rows * (height + captionHeight + margin))
  }

  /// Pixels between a frame and its caption: three dots.
  private var captionGap: Int { 3 * letterScale }
  /// Pixels that a caption takes under its frame, with the gap.
  private var captionHeight: Int { captionGap + Glyphs.height * letterScale }

  /// Lays out rgb24 frames of one size in rows, each with a caption such as "2.50 s" centred below, drawn with `Glyphs`. Frames
  /// are not scaled.
  package func compose(_ frames: [PixelBuffer], captions: [String]) -> PixelBuffer {
    guard let first = frames.first else { preconditionFailure("A sheet needs at least one frame.") }
    precondition(captions.count == frames.count, "Every frame needs its caption.")
    let size = size(count: frames.count, width: first.width, height: first.height)
    let sheet = PixelBuffer(format: .rgb24, width: size.width, height: size.height)
    fill(sheet, x: 0, y: 0, width: size.width, height: size.height, color: Self.backgroundCodes)
    let usedColumns = min(columns, frames.count)
    for (index, frame) in frames.enumerated() {
      precondition(
        frame.format == .rgb24 && frame.width == first.width && frame.height == first.height,
        "All frames of a sheet must be rgb24 and of one size.")
      let x = margin + index % usedColumns * (first.width + margin)
      let y = margin + index / usedColumns * (first.height + captionHeight + margin)
      copy(frame, to: sheet, x: x, y: y)
      let indent = (first.width - Glyphs.pixelWidth(of: captions[index], scale: letterScale)) / 2
      Glyphs.draw(
        captions[index], in: sheet, x: x + max(indent, 0), y: y + first.height + captionGap, scale: letterScale,
        grey: Self.letterGrey)
    }
    return sheet
  }
}

/// Copies a whole rgb24 buffer into a larger one, with its upper left pixel at (x, y).
func copy(_ source: PixelBuffer, to target: PixelBuffer, x: Int, y: Int) {
  for row in 0..<source.height {
    (target.plane(0) + (y + row) * target.stride(ofPlane: 0) + 3 * x)
      .update(from: source.plane(0) + row * source.stride(ofPlane: 0), count: 3 * source.width)
  }
}
