import Model

/// The table COLR of a font, version 1: where the graph of paints of each glyph begins.
///
/// Source: OpenType 1.9.1, "COLR — Color Table". The table is read here and not by FreeType, whose versions before 2.13 know no paint
/// with a variation; such a paint is read as the font's default instance has it.
struct PaintTable {
  let bytes: BigEndianBytes
  /// Positions of the list of glyphs, of the list of layers, and of the list of clip boxes; 0 where there is none.
  private let glyphList: Int
  private let layerList: Int
  private let clipList: Int

  /// Nil for a table of another version, or without such glyphs.
  init?(_ bytes: [UInt8]) {
    let bytes = BigEndianBytes(bytes: bytes)
    guard let version = bytes.word(0), version >= 1, let glyphList = bytes.offset32(14), glyphList > 0,
      let layerList = bytes.offset32(18), let clipList = bytes.offset32(22)
    else { return nil }
    (self.bytes, self.glyphList, self.layerList, self.clipList) = (bytes, glyphList, layerList, clipList)
  }

  /// The position of the first paint of a glyph; nil for a glyph that has none.
  func paint(ofGlyph glyph: UInt32) -> Int? {
    // Records of 6 bytes, sorted by glyph.
    guard let count = bytes.offset32(glyphList) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let record = glyphList + 4 + 6 * middle
      guard let found = bytes.word(record) else { return nil }
      if found == glyph { return bytes.offset32(record + 2).map { glyphList + $0 } }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The position of the paint of a layer.
  func paint(ofLayer layer: Int) -> Int? {
    guard layerList > 0, let count = bytes.offset32(layerList), layer < count else { return nil }
    return bytes.offset32(layerList + 4 + 4 * layer).map { layerList + $0 }
  }

  /// The box outside of which nothing of a glyph is seen, in the font's units with y up; nil for a glyph that has none.
  func clipBox(ofGlyph glyph: UInt32) -> PlaneRect? {
    // Records of 7 bytes, sorted by glyph: the first and the last glyph that have a box, and where it lies.
    guard clipList > 0, let count = bytes.offset32(clipList + 1) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let record = clipList + 5 + 7 * middle
      guard let first = bytes.word(record), let last = bytes.word(record + 2) else { return nil }
      if glyph < first {
        high = middle
      } else if glyph > last {
        low = middle + 1
      } else {
        return bytes.offset24(record + 4).flatMap { box(clipList + $0) }
      }
    }
    return nil
  }

  private func box(_ position: Int) -> PlaneRect? {
    guard let left = bytes.signedWord(position + 1), let bottom = bytes.signedWord(position + 3),
      let right = bytes.signedWord(position + 5), let top = bytes.signedWord(position + 7), left <= right, bottom <= top
    else { return nil }
    return PlaneRect(
      x: Double(left), y: Double(bottom), width: Double(right - left), height: Double(top - bottom))
  }
}
