import Lanes

// A frame is laid over its background by result = mapped · o + background · (1 − a · o). `mapped` is the frame's premultiplied
// light after exposure and tone map, a = max(alpha, brightest channel of `mapped`), at most 1, and o is
// `Background.foregroundOpacity`. With o = 1 the result is exactly that of an overlay with straight alpha (`encodeStraight`) which
// another program composites in linear light. Light without alpha, such as an added glow, behaves like the blend mode `screen`
// with its brightest channel as alpha. So the sum never exceeds 1 in SDR, where tone-mapped light is at most 1.

/// A background, and how rows of a tile are mapped before they are laid over it.
struct OutputBackground {
  let background: Background
  /// Exposure and tone map; nil for formats that keep the tile's own values.
  let transform: OutputTransform?

  /// Lays blocks of a row of a tile over row `y` of the background. Writes the sums, not yet encoded, and an alpha of 1 to `output`.
  ///
  /// - Parameter x: the frame column at which the row begins.
  @inline(__always)
  func compositeRow<Selection: BlockSelection>(
    _ row: FloatRow, x: Int, y: Int, _ blocks: Selection, into output: EncodedRow
  ) {
    let backgroundRow = FloatRow(base: background.row(y, plane: 0) + x, planeStride: background.planeStride)
    let opacity = background.foregroundOpacity
    guard let transform else { return composite(row, opacity, over: backgroundRow, blocks, output, Unmapped()) }
    if transform.colorEncoding.dynamicRange.isHigh {
      return composite(row, opacity, over: backgroundRow, blocks, output, HighlightMapper(light: HDRLight(transform)))
    }
    if transform.inputIsEncoded {
      return composite(row, opacity, over: backgroundRow, blocks, output, ClampingEncoder())
    }
    if transform.mapsColors {
      return transform.withColorCurve(
        ColorComposition(
          row: row, opacity: opacity, backgroundRow: backgroundRow, blocks: blocks, output: output,
          exposure: transform.exposureScale))
    }
    let exposure = transform.exposureScale
    switch transform.toneMap {
    case .filmic: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<FilmicCurve>(exposure))
    case .aces: composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<AcesCurve>(exposure))
    case .none, .neutral, .agx:
      composite(row, opacity, over: backgroundRow, blocks, output, LinearEncoder<ClampCurve>(exposure))
    }
  }
}

/// Lays blocks, mapped by a tone map of colours, over the background.
private struct ColorComposition<Selection: BlockSelection>: ColorCurveWork {
  let row: FloatRow
  let opacity: Float
  let backgroundRow: FloatRow
  let blocks: Selection
  let output: EncodedRow
  let exposure: Float

  func perform<Curve: ColorToneCurve>(_ curve: Curve) {
    composite(row, opacity, over: backgroundRow, blocks, output, ColorMapper(curve, exposure))
  }
}

/// Returns the coverage of tone-mapped premultiplied light: its alpha, or its brightest channel if that is greater.
@_transparent
func coveringAlpha(_ alpha: Float8, red: Float8, green: Float8, blue: Float8) -> Float8 {
  Lanes.max(saturate(alpha), Lanes.max(Lanes.max(red, green), blue))
}

/// Passes values on unchanged.
private struct Unmapped: ToneMapper {
  @inline(__always) func toneMapped(_ color: LaneRGB) -> LaneRGB { color }
}

/// Maps values for a high dynamic range: exposes and tone-maps linear light, up to the display's peak. The encoded values of an `srgb`
/// canvas are only clamped to 0...1.
private struct HighlightMapper: ToneMapper {
  let light: HDRLight
  @inline(__always) func toneMapped(_ color: LaneRGB) -> LaneRGB { light.mapped(color) }
}

/// Lays tone-mapped blocks over the background and writes the sums, not yet encoded, to `output`.
@inline(never)
private func composite<Mapper: ToneMapper, Selection: BlockSelection>(
  _ row: FloatRow, _ opacity: Float, over backgroundRow: FloatRow, _ blocks: Selection, _ output: EncodedRow,
  _ mapper: Mapper
) {
  for index in 0..<blocks.count {
    let column = blocks.column(index)
    let mapped = mapper.toneMapped(LaneRGB(row.load(0, column), row.load(1, column), row.load(2, column)))
    let (red, green, blue) = (mapped.red, mapped.green, mapped.blue)
    // Unmapped values and highlights may be above 1, but coverage may not.
    let coverage = saturate(coveringAlpha(row.load(3, column), red: red, green: green, blue: blue))
    let uncovered = 1 - coverage * opacity
    Lanes.store(red * opacity + backgroundRow.load(0, column) * uncovered, to: output.plane(0) + column)
    Lanes.store(green * opacity + backgroundRow.load(1, column) * uncovered, to: output.plane(1) + column)
    Lanes.store(blue * opacity + backgroundRow.load(2, column) * uncovered, to: output.plane(2) + column)
    Lanes.store(Float8(repeating: 1), to: output.plane(3) + column)
  }
}
