import CFreeType
import CHarfBuzz
import Colorimetry
import Model

extension FontFace {
  /// One of the coloured outlines of which a colour glyph is made (tables COLR, version 0, and CPAL).
  struct ColorLayer {
    /// Number of the glyph that has the outline.
    var glyph: UInt32
    var color: TypesetText.GlyphColor
  }

  /// The greatest number of coloured outlines that a glyph may have.
  private static let maximumLayers = 1_024

  /// The coloured outlines of a glyph, the lowest first, in the colours of the font's first palette; empty for a glyph without
  /// colours.
  func colorLayers(_ glyph: UInt32) throws(TypographyError) -> [ColorLayer] {
    guard has(.colors), !palette.isEmpty else { return [] }
    var layers: [ColorLayer] = []
    var iterator = FT_LayerIterator()
    var (outline, colorIndex): (FT_UInt, FT_UInt) = (0, 0)
    while FT_Get_Color_Glyph_Layer(face, glyph, &outline, &colorIndex, &iterator) != 0 {
      guard layers.count < Self.maximumLayers else {
        throw TypographyError("glyph \(glyph) of the font has more than \(Self.maximumLayers) coloured outlines")
      }
      layers.append(ColorLayer(glyph: outline, color: color(Int(colorIndex))))
    }
    return layers
  }

  /// How the font paints a glyph (table COLR, version 1), for an em of `size` points; nil for a glyph that is not painted.
  func painting(_ glyph: UInt32, size: Double) throws(TypographyError) -> GlyphPainting? {
    guard let paintTable else { return nil }
    var reader = PaintReader(paintTable, of: self, glyph: glyph)
    return try reader.painting(size: size)
  }

  /// The colour at an index of the palette. The index 0xFFFF stands for the text's colour, and so does any other index outside of
  /// the palette.
  func color(_ index: Int) -> TypesetText.GlyphColor {
    palette.indices.contains(index) ? .ofFont(palette[index]) : .ofText
  }

  /// Reads the font's first palette; empty where it has none.
  func readPalette() -> [LinearColor] {
    var colors: UnsafeMutablePointer<FT_Color>?
    var data = FT_Palette_Data()
    guard FT_Palette_Data_Get(face, &data) == 0, FT_Palette_Select(face, 0, &colors) == 0, let colors else { return [] }
    return (0..<Int(data.num_palette_entries)).map { colors[$0].linear }
  }

  /// Reads the table COLR; nil where the font has none of version 1.
  func readPaintTable() -> PaintTable? {
    let tag: hb_tag_t = 0x434F_4C52  // "COLR"
    guard let blob = hb_face_reference_table(hb_font_get_face(shaper), tag) else { return nil }
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    return PaintTable([UInt8](bytes))
  }
}

extension FT_Color {
  /// The colour in linear light. `FT_Color` is sRGB-encoded.
  fileprivate var linear: LinearColor {
    func decoded(_ byte: UInt8) -> Double { TransferFunction.srgb.decode(Double(byte) / 255) }
    return LinearColor(red: decoded(red), green: decoded(green), blue: decoded(blue), alpha: Double(alpha) / 255)
  }
}
