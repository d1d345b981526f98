import CFreeType
import Colorimetry
import Model

extension FontFace {
  /// One of the coloured outlines of which a colour glyph is made (tables COLR and CPAL).
  struct ColorLayer {
    /// Number of the glyph that has the outline.
    var glyph: UInt32
    var color: TypesetText.GlyphColor
  }

  /// The most coloured outlines of a glyph.
  private static let maximumLayers = 1_024

  /// The coloured outlines of a glyph, the lowest first, in the colours of the font's first palette; empty for a glyph without colours.
  func colorLayers(_ glyph: UInt32) throws(TypographyError) -> [ColorLayer] {
    guard has(.colors) else { return [] }
    var palette: UnsafeMutablePointer<FT_Color>?
    var data = FT_Palette_Data()
    guard FT_Palette_Data_Get(face, &data) == 0, FT_Palette_Select(face, 0, &palette) == 0, let palette else {
      return []
    }
    var layers: [ColorLayer] = []
    var iterator = FT_LayerIterator()
    var (outline, colorIndex): (FT_UInt, FT_UInt) = (0, 0)
    while FT_Get_Color_Glyph_Layer(face, glyph, &outline, &colorIndex, &iterator) != 0 {
      guard layers.count < Self.maximumLayers else {
        throw TypographyError("glyph \(glyph) of the font has more than \(Self.maximumLayers) coloured outlines")
      }
      // 0xFFFF stands for the text's colour. Any other index outside of the palette is treated in the same way.
      let own = colorIndex < UInt32(data.num_palette_entries) ? palette[Int(colorIndex)].linear : nil
      layers.append(ColorLayer(glyph: outline, color: own.map { .own($0) } ?? .ofText))
    }
    guard layers.isEmpty else { return layers }
    var paint = FT_OpaquePaint()
    guard FT_Get_Color_Glyph_Paint(face, glyph, FT_COLOR_NO_ROOT_TRANSFORM, &paint) == 0 else {
      throw TypographyError(
        "needs a glyph that its font paints with gradients (COLR version 1), which is not drawn: name a font with pictures, such as Noto Color Emoji of Debian's fonts-noto-color-emoji"
      )
    }
    return []
  }
}

extension FT_Color {
  /// The colour in linear light. `FT_Color` is sRGB-encoded.
  fileprivate var linear: LinearColor {
    func decoded(_ byte: UInt8) -> Double { TransferFunction.srgb.decode(Double(byte) / 255) }
    return LinearColor(red: decoded(red), green: decoded(green), blue: decoded(blue), alpha: Double(alpha) / 255)
  }
}
