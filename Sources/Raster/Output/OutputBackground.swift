import Lanes

// How a frame is laid over what lies behind it: result = mapped · o + background · (1 − a · o), where `mapped` is the frame's
// premultiplied light after exposure and tone map, a = max(alpha, brightest channel of `mapped`), at most 1, and
// o = `Background.overlayOpacity`. With o = 1 that is exactly the overlay that formats with straight alpha get
// (`encodeStraight`), so another program that composites such an overlay in linear light finds the same picture. Light that
// covers nothing, such as an added glow, behaves like the blend `screen` by its brightest channel: of tone-mapped SDR no sum
// exceeds 1.

/// A background, and how rows of a tile are mapped before they are laid over it.
struct OutputBackground {
  let background: Background
  /// Nil for formats that keep the tile's own values: nothing is mapped then.
  let transform: OutputTransform?

  /// Lays blocks of a row of a tile over row `y` of the background. `output` gets values that are mapped already, and an alpha of 1.
  ///
  /// - Parameter x: the column of the frame at which the row begins.
  @inline(__always)
  func layOver<Selection: BlockSelection>(
    _ row: FloatRow, x: Int, y: Int, _ blocks: Selection, into output: EncodedRow
  ) {
    let backgroundRow = FloatRow(base: background.row(y, plane: 0) + x, planeStride: background.planeStride)
    let opacity = background.overlayOpacity
    guard let transform else { return composite(row, opacity, over: backgroundRow, blocks, output, Unmapped()) }
    if transform.colorEncoding.dynamicRange.isHigh {
      return composite(row, opacity, over: backgroundRow, blocks, output, HighlightMapper(light: HDRLight(transform)))
    }
    if transform.inputIsEncoded {
      return composite(row, opacity, over: backgroundRow, blocks, output, ClampingEncoder())
    }
    let exposure = transform.exposureScale
    switch transform.toneMap {
    case .none: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<ClampCurve>(exposure))
    case .filmic: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<FilmicCurve>(exposure))
    case .aces: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<AcesCurve>(exposure))
    }
  }
}

/// The coverage of tone-mapped premultiplied light: its alpha, or its brightest channel where that is greater.
@_transparent
func coveringAlpha(_ alpha: Float8, red: Float8, green: Float8, blue: Float8) -> Float8 {
  Lanes.max(saturate(alpha), Lanes.max(Lanes.max(red, green), blue))
}

/// For values that are passed on as they are.
private struct Unmapped: ToneMapper {
  @inline(__always) func toneMapped(_ x: Float8) -> Float8 { x }
}

/// For frames of a high dynamic range: light up to the peak of the display. On an `srgb` canvas the values stay encoded.
private struct HighlightMapper: ToneMapper {
  let light: HDRLight
  @inline(__always) func toneMapped(_ x: Float8) -> Float8 { light.mapped(x) }
}

/// Lays blocks over the background before anything is encoded: `output` gets tone-mapped values.
@inline(never)
private func composite<Mapper: ToneMapper, Selection: BlockSelection>(
  _ row: FloatRow, _ opacity: Float, over backgroundRow: FloatRow, _ blocks: Selection, _ output: EncodedRow,
  _ mapper: Mapper
) {
  for index in 0..<blocks.count {
    let column = blocks.column(index)
    let red = mapper.toneMapped(row.load(0, column))
    let green = mapper.toneMapped(row.load(1, column))
    let blue = mapper.toneMapped(row.load(2, column))
    // Unmapped values and highlights may be above 1; coverage is not.
    let coverage = saturate(coveringAlpha(row.load(3, column), red: red, green: green, blue: blue))
    let uncovered = 1 - coverage * opacity
    Lanes.store(red * opacity + backgroundRow.load(0, column) * uncovered, to: output.plane(0) + column)
    Lanes.store(green * opacity + backgroundRow.load(1, column) * uncovered, to: output.plane(1) + column)
    Lanes.store(blue * opacity + backgroundRow.load(2, column) * uncovered, to: output.plane(2) + column)
    Lanes.store(Float8(repeating: 1), to: output.plane(3) + column)
  }
}
