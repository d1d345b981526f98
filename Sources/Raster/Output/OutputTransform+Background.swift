import Lanes

// How a frame is laid over what lies behind it: result = mapped + background · (1 − a), where `mapped` is the frame's premultiplied
// light after exposure and tone map, and a = max(alpha, brightest channel of `mapped`). That is exactly the overlay that formats with
// straight alpha get (`encodeStraight`), so another program that composites such an overlay in linear light finds the
// same picture. Light that covers nothing, such as an added glow, behaves like the blend `screen` by its brightest channel:
// no sum exceeds 1.

/// A background, and how rows of a tile are mapped before they are laid over it.
struct OutputBackground {
  let background: Background
  /// Nil for formats that keep the tile's own values: nothing is mapped then.
  let transform: OutputTransform?

  /// Lays blocks of a row of a tile over row `y` of the background. `output` gets values that are mapped already, and an alpha of 1.
  ///
  /// - Parameter x: the frame's column of the row's column 0.
  @inline(__always)
  func layOver<Selection: BlockSelection>(
    _ row: FloatRow, x: Int, y: Int, _ blocks: Selection, into output: EncodedRow
  ) {
    let backgroundRow = FloatRow(base: background.row(y, plane: 0) + x, planeStride: background.planeStride)
    let opacity = background.overlayOpacity
    guard let transform else { return composite(row, opacity, over: backgroundRow, blocks, output, UnmappedEncoder()) }
    if transform.colorEncoding.dynamicRange.isHigh {
      return composite(row, opacity, over: backgroundRow, blocks, output, HighlightEncoder(light: HDRLight(transform)))
    }
    if transform.inputIsEncoded {
      return composite(row, opacity, over: backgroundRow, blocks, output, PassThroughEncoder())
    }
    let exposure = transform.exposureScale
    switch transform.toneMap {
    case .none: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<ClampCurve>(exposure))
    case .filmic: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<FilmicCurve>(exposure))
    case .aces: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<AcesCurve>(exposure))
    }
  }
}

extension Float8 {
  /// The coverage of tone-mapped premultiplied light whose alpha is `self`: alpha, or the brightest channel where that is greater.
  @_transparent
  func raised(toLight red: Float8, _ green: Float8, _ blue: Float8) -> Float8 {
    Lanes.max(saturate(self), Lanes.max(Lanes.max(red, green), blue))
  }
}

/// For values that are passed on as they are.
private struct UnmappedEncoder: OutputEncoder {
  @inline(__always) func toneMapped(_ x: Float8) -> Float8 { x }
  @_transparent func toneMapped(_ first: Float8, _ second: Float8) -> (Float8, Float8) { (first, second) }
  @inline(__always) func encoded(_ x: Float8) -> Float8 { x }
  @_transparent func root(_ x: Float8) -> Float8 { x }
  @_transparent func encoded(_ x: Float8, root: Float8) -> Float8 { x }
}

/// For frames of a high dynamic range: light up to the peak of the display. On an `srgb` canvas the values stay encoded.
private struct HighlightEncoder: OutputEncoder {
  let light: HDRLight
  @inline(__always) func toneMapped(_ x: Float8) -> Float8 { light.mapped(x) }
  @_transparent func toneMapped(_ first: Float8, _ second: Float8) -> (Float8, Float8) {
    (toneMapped(first), toneMapped(second))
  }
  @inline(__always) func encoded(_ x: Float8) -> Float8 { x }
  @_transparent func root(_ x: Float8) -> Float8 { x }
  @_transparent func encoded(_ x: Float8, root: Float8) -> Float8 { x }
}

@inline(never)
private func composite<Encoder: OutputEncoder, Selection: BlockSelection>(
  _ row: FloatRow, _ opacity: Float, over backgroundRow: FloatRow, _ blocks: Selection, _ output: EncodedRow,
  _ encoder: Encoder
) {
  for index in 0..<blocks.count {
    let column = blocks.column(index)
    let red = encoder.toneMapped(row.load(0, column))
    let green = encoder.toneMapped(row.load(1, column))
    let blue = encoder.toneMapped(row.load(2, column))
    // Values that were not mapped may be brighter than white, which covers no more than all.
    let uncovered = 1 - saturate(row.load(3, column).raised(toLight: red, green, blue)) * opacity
    Lanes.store(red * opacity + backgroundRow.load(0, column) * uncovered, to: output.plane(0) + column)
    Lanes.store(green * opacity + backgroundRow.load(1, column) * uncovered, to: output.plane(1) + column)
    Lanes.store(blue * opacity + backgroundRow.load(2, column) * uncovered, to: output.plane(2) + column)
    Lanes.store(Float8(repeating: 1), to: output.plane(3) + column)
  }
}
