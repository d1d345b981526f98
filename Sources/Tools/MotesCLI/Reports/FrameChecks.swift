import Motes

/// Numbers of all frames of the canvas, first to last.
func wholeRange(of canvas: Canvas) throws -> ClosedRange<Int> {
  let count = canvas.frameCount
  guard count > 0 else {
    throw UsageError("The preset is shorter than one frame: its duration is \(canvas.duration) s.")
  }
  return 0...(count - 1)
}

/// Refuses odd widths for formats of 4:2:0 and 4:2:2, which have one chroma sample for each two columns, and odd heights for formats of
/// 4:2:0, which have one for each two rows. The message names the nearest allowed sizes.
///
/// - Parameter hasFootageSize: whether the canvas has the size of footage (`--over`). The message then names a format that allows any size.
func checkSidesAreEven(of canvas: Canvas, for format: PixelFormat, hasFootageSize: Bool = false) throws {
  let (width, height) = (canvas.widthPixels, canvas.heightPixels)
  guard !format.allows(width: width, height: height) else { return }
  if hasFootageSize {
    throw UsageError(
      "A clip of \(width)x\(height): \(format.rawValue) stores colour at half the resolution and needs \(format.sizeRule). "
        + "--pixel-format yuv444p keeps the size, with a codec that has it.")
  }
  let (below, above) = (format.sizeBelow(width: width, height: height), format.sizeAbove(width: width, height: height))
  let (smaller, larger) = ("\(below.width)x\(below.height)", "\(above.width)x\(above.height)")
  throw UsageError(
    "A frame of \(width)x\(height): \(format.rawValue) stores colour at half the resolution and needs \(format.sizeRule). "
      + "The nearest: --size \(smaller)\(smaller == larger ? "" : " or --size \(larger)").")
}
