import Model

/// The table COLR of a font, version 1: where the graph of paints of each glyph begins.
///
/// Source: OpenType 1.9.1, "COLR — Color Table". The table is read here and not by FreeType, since FreeType before 2.13 knows no
/// paint with variations (changes by the axes of a variable font). Of such a paint the default values are read.
struct PaintTable {
  let bytes: BigEndianBytes
  /// Positions of the list of glyphs, of the list of layers, and of the list of clip boxes; 0 where there is none.
  private let glyphList: Int
  private let layerList: Int
  private let clipList: Int

  /// Nil for a table of version 0, or without graphs of paints.
  init?(_ bytes: [UInt8]) {
    let bytes = BigEndianBytes(bytes: bytes)
    guard let version = bytes.unsigned16(0), version >= 1, let glyphList = bytes.unsigned32(14), glyphList > 0,
      let layerList = bytes.unsigned32(18), let clipList = bytes.unsigned32(22)
    else { return nil }
    (self.bytes, self.glyphList, self.layerList, self.clipList) = (bytes, glyphList, layerList, clipList)
  }

  /// The position of the first paint of a glyph; nil for a glyph that has none.
  func paint(ofGlyph glyph: UInt32) -> Int? {
    // Records of 6 bytes, sorted by glyph.
    guard let count = bytes.unsigned32(glyphList) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let record = glyphList + 4 + 6 * middle
      guard let recordGlyph = bytes.unsigned16(record) else { return nil }
      if recordGlyph == glyph { return bytes.unsigned32(record + 2).map { glyphList + $0 } }
      if recordGlyph < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The position of a layer's paint, by the layer's index in the list of layers.
  func paint(ofLayer layer: Int) -> Int? {
    guard layerList > 0, let count = bytes.unsigned32(layerList), layer < count else { return nil }
    return bytes.unsigned32(layerList + 4 + 4 * layer).map { layerList + $0 }
  }

  /// The box outside of which nothing of a glyph is seen, in the font's units with y up; nil for a glyph that has none.
  func clipBox(ofGlyph glyph: UInt32) -> PlaneRect? {
    // Records of 7 bytes, sorted by glyph: the first and the last glyph that have a box, and where it lies.
    guard clipList > 0, let count = bytes.unsigned32(clipList + 1) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let record = clipList + 5 + 7 * middle
      guard let first = bytes.unsigned16(record), let last = bytes.unsigned16(record + 2) else { return nil }
      if glyph < first {
        high = middle
      } else if glyph > last {
        low = middle + 1
      } else {
        return bytes.unsigned24(record + 4).flatMap { box(clipList + $0) }
      }
    }
    return nil
  }

  private func box(_ position: Int) -> PlaneRect? {
    guard let left = bytes.signed16(position + 1), let bottom = bytes.signed16(position + 3),
      let right = bytes.signed16(position + 5), let top = bytes.signed16(position + 7), left <= right, bottom <= top
    else { return nil }
    return PlaneRect(
      x: Double(left), y: Double(bottom), width: Double(right - left), height: Double(top - bottom))
  }
}
