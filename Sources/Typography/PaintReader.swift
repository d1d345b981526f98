import Colorimetry
import Model

/// Reads the graph of paints of one glyph as a `GlyphPainting`.
///
/// A graph may share its parts, so that a small file can mean any number of paints, and a broken one may lead back to itself: what is
/// read is limited in depth, in paints and in lines and curves.
struct PaintReader {
  let table: PaintTable
  let font: FontFace
  private let glyph: UInt32
  /// Positions of the paints from the first down to the one that is read.
  private var openPaints: [Int] = []
  private var paintCount = 0
  private var elementCount = 0
  /// Around all outlines, in points.
  private var outlineExtent = PaintExtent.nothing

  /// The most paints from the first of a glyph down to the last.
  private static let maximumDepth = 64
  /// The most paints of a glyph, each counted as often as it is used.
  private static let maximumPaints = 4_096
  /// The most lines and curves of a glyph.
  private static let maximumElements = 100_000
  /// The largest number of a mapping: beyond, coordinates would leave the range in which they are drawn.
  private static let maximumCoefficient = 1e7

  typealias Node = GlyphPainting.Node

  init(_ table: PaintTable, of font: FontFace, glyph: UInt32) {
    (self.table, self.font, self.glyph) = (table, font, glyph)
  }

  /// The glyph at a size of the em in points; nil for a glyph without paints.
  mutating func painting(size: Double) throws(TypographyError) -> GlyphPainting? {
    guard let paint = table.paint(ofGlyph: glyph) else { return nil }
    let scale = size / font.unitsPerEm
    let nodes = try nodes(ofGlyph: glyph, paint, Projection(scale, 0, 0, 0, -scale, 0))
    // Fills that no outline bounds reach as far as the outlines of others.
    let extent = PaintExtent(nodes)
    guard let box = extent.box ?? outlineExtent.box else {
      return GlyphPainting(nodes: [], box: PlaneRect(x: 0, y: 0, width: 0, height: 0), elementCount: 0)
    }
    return GlyphPainting(nodes: nodes, box: box, elementCount: elementCount + paintCount)
  }

  func failure(_ reason: String) -> TypographyError {
    TypographyError("glyph \(glyph) of the font (table COLR, version 1) \(reason)")
  }

  /// A number of the table, which must lie in it.
  func found<Number>(_ number: Number?) throws(TypographyError) -> Number {
    guard let number else { throw failure("has paints that lie outside of the table") }
    return number
  }

  // MARK: Graph

  /// What a glyph with paints shows: inside of its clip box, where it has one.
  private mutating func nodes(
    ofGlyph glyph: UInt32, _ paint: Int, _ map: Projection
  ) throws(TypographyError) -> [Node] {
    let nodes = try nodes(at: paint, map)
    guard let box = table.clipBox(ofGlyph: glyph) else { return nodes }
    let path = VectorPath(rectangle: box).mapped(by: map)
    // A box that cuts nothing off is left out.
    let isUpright = map.xy == 0 && map.yx == 0
    if isUpright, PaintExtent(path).contains(PaintExtent(nodes)) { return nodes }
    return nodes.inside(path)
  }

  /// What the paint at a position of the table shows.
  ///
  /// - Parameter map: from the paint's plane, in the font's units with y up, to points with y down.
  private mutating func nodes(at position: Int, _ map: Projection) throws(TypographyError) -> [Node] {
    if openPaints.contains(position) { throw failure("is painted by a graph that leads back to itself") }
    guard openPaints.count < Self.maximumDepth else {
      throw failure("has more than \(Self.maximumDepth) paints one inside of the other")
    }
    paintCount += 1
    guard paintCount <= Self.maximumPaints else { throw failure("has more than \(Self.maximumPaints) paints") }
    openPaints.append(position)
    defer { openPaints.removeLast() }
    let bytes = table.bytes
    let format = try found(bytes.byte(position))
    switch format {
    case 1:
      let (count, first) = try (found(bytes.byte(position + 1)), found(bytes.offset32(position + 2)))
      var nodes: [Node] = []
      for layer in first..<first + count { nodes += try self.nodes(at: found(table.paint(ofLayer: layer)), map) }
      return nodes
    case 2...9: return try fill(at: position, format, map).map { [.fill($0, in: nil)] } ?? []
    case 10:
      let outline = try outline(UInt32(found(bytes.word(position + 4))), map)
      return try child(of: position, 1, map).inside(outline)
    case 11:
      let other = UInt32(try found(bytes.word(position + 1)))
      guard let paint = table.paint(ofGlyph: other) else { return [] }
      return try nodes(ofGlyph: other, paint, map)
    case 12...31:
      let transform = try transform(at: position, format).then(map)
      let numbers = [transform.xx, transform.xy, transform.x0, transform.yx, transform.yy, transform.y0]
      guard numbers.allSatisfy({ $0.magnitude <= Self.maximumCoefficient }) else {
        throw failure("is enlarged or moved beyond all measure")
      }
      return try child(of: position, 1, transform)
    case 32:
      guard let mode = CompositeMode(rawValue: UInt8(try found(bytes.byte(position + 4)))) else {
        throw failure("is composited in a mode that does not exist")
      }
      let source = try child(of: position, 1, map)
      let backdrop = try child(of: position, 5, map)
      return source.isEmpty && backdrop.isEmpty ? [] : [.composite(source, mode, onto: backdrop)]
    default: throw failure("has a paint of the unknown format \(format)")
    }
  }

  /// What the paint shows whose offset is stated `place` bytes after the start of another.
  private mutating func child(of position: Int, _ place: Int, _ map: Projection) throws(TypographyError) -> [Node] {
    try nodes(at: position + found(table.bytes.offset24(position + place)), map)
  }

  private mutating func outline(_ glyph: UInt32, _ map: Projection) throws(TypographyError) -> VectorPath {
    let outline = try font.outline(glyph)
    elementCount += outline.elements.count
    guard elementCount <= Self.maximumElements else {
      throw failure("has more than \(Self.maximumElements) lines and curves")
    }
    // Outlines are read with y down.
    let path = outline.mapped(by: Projection(1, 0, 0, 0, -1, 0).then(map))
    outlineExtent = outlineExtent.union(PaintExtent(path))
    return path
  }
}

extension [GlyphPainting.Node] {
  /// What lies inside of an outline.
  fileprivate func inside(_ outline: VectorPath) -> [GlyphPainting.Node] {
    if isEmpty || outline.elements.isEmpty { return [] }
    if count == 1, case .fill(let fill, nil) = self[0] { return [.fill(fill, in: outline)] }
    return [.composite([.fill(.color(.ofFont(.white)), in: outline)], .backdropIn, onto: self)]
  }
}
