import CFreeType
import CHarfBuzz
import Model

/// A face of a font file, opened by FreeType for its outlines and by HarfBuzz for shaping. Unless a comment says otherwise,
/// lengths are in font units, of which an em has `unitsPerEm`. In the file y points up; in results it points down.
final class FontFace {
  let library: FT_Library
  let face: FT_Face
  /// HarfBuzz's font, whose scale is `unitsPerEm`.
  let shaper: OpaquePointer
  let unitsPerEm: Double
  /// Distance from the baseline up to the ascender, in em.
  let ascent: Double
  /// Distance from the baseline down to the descender, in em.
  let descent: Double
  /// Outlines that have been read, by the glyphs' numbers.
  private var outlines: [UInt32: VectorPath] = [:]
  /// The colours of the font's first palette.
  private(set) lazy var palette = readPalette()
  /// The table that says how glyphs are painted; nil if the font has none.
  private(set) lazy var paintTable = readPaintTable()

  /// The largest file that is opened: even fonts with all Chinese characters in all weights are smaller.
  private static let maximumFileBytes: UInt32 = 256 << 20
  /// The most points of a glyph's outline.
  private static let maximumPoints = 20_000
  /// The most pixels along a side of a glyph's picture.
  private static let maximumPictureSide = 1_024

  /// Opens a face.
  ///
  /// - Parameters:
  ///   - path: path of the font file.
  ///   - index: index of the face in a collection.
  ///   - weight: the weight in which a variable font is drawn.
  init(path: String, index: Int, weight: Int) throws(TypographyError) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { throw TypographyError("FreeType cannot be started") }
    var face: FT_Face?
    let code = FT_New_Face(library, path, FT_Long(index), &face)
    guard code == 0, let face else {
      FT_Done_FreeType(library)
      throw TypographyError("\"\(path)\" is not a font that FreeType can read (its error \(code))")
    }
    guard let blob = hb_blob_create_from_file_or_fail(path) else {
      FT_Done_Face(face)
      FT_Done_FreeType(library)
      throw TypographyError("\"\(path)\" cannot be read")
    }
    defer { hb_blob_destroy(blob) }
    let tables = hb_face_create(blob, UInt32(index))
    defer { hb_face_destroy(tables) }
    let units = hb_face_get_upem(tables)
    let size = hb_blob_get_length(blob)
    guard (16...16_384).contains(units), size <= Self.maximumFileBytes, let shaper = hb_font_create(tables) else {
      FT_Done_Face(face)
      FT_Done_FreeType(library)
      throw TypographyError(
        "\"\(path)\" is not a font that can be used: its em has \(units) units, its file \(size) bytes")
    }
    hb_ot_font_set_funcs(shaper)
    hb_font_set_scale(shaper, Int32(units), Int32(units))
    (self.library, self.face, self.shaper) = (library, face, shaper)
    unitsPerEm = Double(units)
    let (up, down) = (Double(face.pointee.ascender), -Double(face.pointee.descender))
    // Missing or absurd values are replaced by usual ones.
    let areMetricsUsable =
      face.pointee.units_per_EM == units && up > 0 && up < 8 * Double(units) && down.magnitude < 8 * Double(units)
    ascent = areMetricsUsable ? up / Double(units) : 0.8
    descent = areMetricsUsable ? down / Double(units) : 0.2
    setWeight(weight)
  }

  deinit {
    hb_font_destroy(shaper)
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// Whether the face has glyphs for all Unicode scalars of a letter. Invisible scalars need none.
  func has(_ letter: Character) -> Bool {
    for scalar in letter.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      var glyph: hb_codepoint_t = 0
      guard hb_font_get_nominal_glyph(shaper, scalar.value, &glyph) != 0 else { return false }
    }
    return true
  }

  /// Whether the face has one of FreeType's flags.
  func has(_ flag: FaceFlag) -> Bool { face.pointee.face_flags & flag.rawValue != 0 }

  /// FreeType's flags of a face. In FreeType they are macros, which Swift does not import.
  enum FaceFlag: FT_Long {
    /// FT_FACE_FLAG_SCALABLE.
    case outlines = 0x1
    /// FT_FACE_FLAG_MULTIPLE_MASTERS.
    case variations = 0x100
    /// FT_FACE_FLAG_COLOR.
    case colors = 0x4000
  }

  /// Whether glyphs have coloured pictures, or pictures in place of outlines.
  var hasPictures: Bool { face.pointee.num_fixed_sizes > 0 && (!has(.outlines) || has(.colors)) }

  /// Whether the face has glyphs with colours of their own, such as emoji.
  var hasColors: Bool { hasPictures || has(.colors) || paintTable != nil }

  // MARK: Outlines

  /// The outline of a glyph in font units, with y down; empty for a glyph that shows nothing.
  func outline(_ glyph: UInt32) throws(TypographyError) -> VectorPath {
    if let known = outlines[glyph] { return known }
    guard has(.outlines) else { return VectorPath() }
    // Without scaling there is no hinting either: the points are those of the file.
    let code = FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE))
    guard code == 0, let slot = face.pointee.glyph else {
      throw TypographyError("glyph \(glyph) of the font cannot be read (FreeType's error \(code))")
    }
    guard slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE else { return VectorPath() }
    guard slot.pointee.outline.n_points <= Self.maximumPoints else {
      throw TypographyError(
        "glyph \(glyph) of the font has \(slot.pointee.outline.n_points) points; at most \(Self.maximumPoints) fit")
    }
    let drawing = OutlineDrawing()
    var functions = FT_Outline_Funcs()
    functions.move_to = { point, drawing in OutlineDrawing.of(drawing).move(point) }
    functions.line_to = { point, drawing in OutlineDrawing.of(drawing).line(point) }
    functions.conic_to = { control, point, drawing in OutlineDrawing.of(drawing).quadratic(control, point) }
    functions.cubic_to = { first, second, point, drawing in OutlineDrawing.of(drawing).curve(first, second, point) }
    // FreeType inserts points halfway between two others. In units of 2⁻⁶ font units their coordinates are exact.
    functions.shift = Int32(OutlineDrawing.shift)
    let result = FT_Outline_Decompose(
      &slot.pointee.outline, &functions, Unmanaged.passUnretained(drawing).toOpaque())
    guard result == 0 else {
      throw TypographyError("the outline of glyph \(glyph) of the font is broken (FreeType's error \(result))")
    }
    drawing.end()
    outlines[glyph] = drawing.path
    return drawing.path
  }

  // MARK: Pictures

  /// The picture of a glyph in the font's largest strike; nil if that strike has none. A strike is the set of a font's pictures
  /// of one size. The picture's box is in points, for an em of `size` points.
  func picture(_ glyph: UInt32, size: Double) throws(TypographyError) -> GlyphPicture? {
    var (strike, pixelsPerEm) = (0, 0.0)
    for index in 0..<Int(face.pointee.num_fixed_sizes) {
      // FreeType gives the pixels per em in units of 2⁻⁶.
      let candidate = Double(face.pointee.available_sizes[index].y_ppem) / 64
      if candidate > pixelsPerEm { (strike, pixelsPerEm) = (index, candidate) }
    }
    guard pixelsPerEm >= 1, FT_Select_Size(face, FT_Int(strike)) == 0 else { return nil }
    let code = FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_COLOR))
    guard code == 0, let slot = face.pointee.glyph else {
      throw TypographyError("the picture of glyph \(glyph) of the font cannot be read (FreeType's error \(code))")
    }
    let bitmap = slot.pointee.bitmap
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    guard slot.pointee.format == FT_GLYPH_FORMAT_BITMAP, bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue),
      let bytes = bitmap.buffer, width > 0, height > 0
    else { return nil }
    guard width <= Self.maximumPictureSide, height <= Self.maximumPictureSide, Int(bitmap.pitch) >= 4 * width else {
      throw TypographyError(
        "the picture of glyph \(glyph) has \(width) × \(height) pixels; at most \(Self.maximumPictureSide) along a side fit"
      )
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      let row = bytes + y * Int(bitmap.pitch)
      for x in 0..<width {
        let pixel = row + 4 * x
        // B, G, R and A, premultiplied. A colour above alpha would be invalid.
        let alpha = pixel[3]
        pixels += [min(pixel[2], alpha), min(pixel[1], alpha), min(pixel[0], alpha), alpha]
      }
    }
    let scale = size / pixelsPerEm
    return GlyphPicture(
      width: width, height: height, pixels: pixels,
      box: PlaneRect(
        x: Double(slot.pointee.bitmap_left) * scale, y: -Double(slot.pointee.bitmap_top) * scale,
        width: Double(width) * scale, height: Double(height) * scale))
  }
}

/// Builds a path from the segments that FreeType reports, with y turned down.
private final class OutlineDrawing {
  var path = VectorPath()
  private var current = PlanePoint(0, 0)
  private var isOpen = false

  /// FreeType reports points in 2⁻⁶ font units.
  static let shift = 6

  /// The object behind the pointer that FreeType passes to its callbacks.
  static func of(_ pointer: UnsafeMutableRawPointer?) -> OutlineDrawing {
    guard let pointer else { preconditionFailure("FreeType hands back what it was given.") }
    return Unmanaged<OutlineDrawing>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func point(_ vector: UnsafePointer<FT_Vector>?) -> PlanePoint {
    guard let vector else { return current }
    return PlanePoint(Double(vector.pointee.x) / 64, -Double(vector.pointee.y) / 64)
  }

  func move(_ to: UnsafePointer<FT_Vector>?) -> Int32 {
    end()
    current = point(to)
    path.move(to: current)
    isOpen = true
    return 0
  }

  func line(_ to: UnsafePointer<FT_Vector>?) -> Int32 {
    current = point(to)
    path.line(to: current)
    return 0
  }

  func quadratic(_ control: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) -> Int32 {
    let end = point(to)
    path.quadratic(from: current, point(control), to: end)
    current = end
    return 0
  }

  func curve(
    _ first: UnsafePointer<FT_Vector>?, _ second: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?
  ) -> Int32 {
    let end = point(to)
    path.curve(point(first), point(second), to: end)
    current = end
    return 0
  }

  func end() {
    if isOpen { path.close() }
    isOpen = false
  }
}
