import Colorimetry
import Model

/// Reads the graph of paints of one glyph as a `GlyphPainting`. A paint is a node of the graph: a fill; an outline or a transform
/// with the paint to which it applies; paints laid over one another or composited; or another glyph.
///
/// A graph may use a part several times, so that a small file can mean any number of paints; a broken graph may lead back to
/// itself. Therefore the depth, the paints, and the lines and curves of a glyph are limited.
struct PaintReader {
  let table: PaintTable
  let font: FontFace
  private let glyph: UInt32
  /// Positions in the table of the glyph's first paint, of one of its children, and so on down to the paint that is being read.
  private var openPaints: [Int] = []
  /// The number of paints that have been read.
  private var paintCount = 0
  /// The number of lines and curves that have been read.
  private var pathElementCount = 0
  /// The extent of all outlines that have been read.
  private var outlineExtent = PaintExtent.nothing

  /// The most paints that may lie one inside of the other.
  private static let maximumDepth = 64
  /// The most paints of a glyph, each counted as often as it is used.
  private static let maximumPaints = 4_096
  /// The most lines and curves of a glyph.
  private static let maximumPathElements = 100_000
  /// The largest coefficient of a mapping: with larger ones coordinates would leave the range in which they are drawn.
  private static let maximumCoefficient = 1e7

  typealias Node = GlyphPainting.Node

  init(_ table: PaintTable, of font: FontFace, glyph: UInt32) {
    (self.table, self.font, self.glyph) = (table, font, glyph)
  }

  /// How the glyph is painted for an em of `size` points; nil for a glyph without paints.
  mutating func painting(size: Double) throws(TypographyError) -> GlyphPainting? {
    guard let paint = table.paint(ofGlyph: glyph) else { return nil }
    let scale = size / font.unitsPerEm
    let nodes = try nodes(ofGlyph: glyph, paint, Projection(scale, 0, 0, 0, -scale, 0))
    // If the glyph has a fill without an outline, its box is that of all its outlines.
    let extent = PaintExtent(nodes)
    guard let box = extent.box ?? outlineExtent.box else {
      return GlyphPainting(nodes: [], box: PlaneRect(x: 0, y: 0, width: 0, height: 0), elementCount: 0)
    }
    return GlyphPainting(nodes: nodes, box: box, elementCount: pathElementCount + paintCount)
  }

  func failure(_ reason: String) -> TypographyError {
    TypographyError("glyph \(glyph) of the font (table COLR, version 1) \(reason)")
  }

  /// A number that was read from the table; throws if its position lies outside of the table.
  func unwrapped<Number>(_ number: Number?) throws(TypographyError) -> Number {
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
    let format = try unwrapped(bytes.byte(position))
    switch format {
    case 1:  // PaintColrLayers
      let (count, first) = try (unwrapped(bytes.byte(position + 1)), unwrapped(bytes.unsigned32(position + 2)))
      var nodes: [Node] = []
      for layer in first..<first + count { nodes += try self.nodes(at: unwrapped(table.paint(ofLayer: layer)), map) }
      return nodes
    case 2...9: return try fill(at: position, format, map).map { [.fill($0, in: nil)] } ?? []
    case 10:  // PaintGlyph
      let outline = try outline(UInt32(unwrapped(bytes.unsigned16(position + 4))), map)
      return try child(of: position, 1, map).inside(outline)
    case 11:  // PaintColrGlyph
      let other = UInt32(try unwrapped(bytes.unsigned16(position + 1)))
      guard let paint = table.paint(ofGlyph: other) else { return [] }
      return try nodes(ofGlyph: other, paint, map)
    case 12...31:
      let transform = try transform(at: position, format).then(map)
      let numbers = [transform.xx, transform.xy, transform.x0, transform.yx, transform.yy, transform.y0]
      guard numbers.allSatisfy({ $0.magnitude <= Self.maximumCoefficient }) else {
        throw failure("is enlarged or moved too far")
      }
      return try child(of: position, 1, transform)
    case 32:  // PaintComposite
      guard let mode = CompositeMode(rawValue: UInt8(try unwrapped(bytes.byte(position + 4)))) else {
        throw failure("is composited in a mode that does not exist")
      }
      let source = try child(of: position, 1, map)
      let backdrop = try child(of: position, 5, map)
      return source.isEmpty && backdrop.isEmpty ? [] : [.composite(source, mode, onto: backdrop)]
    default: throw failure("has a paint of the unknown format \(format)")
    }
  }

  /// What a child of the paint at `position` shows. The child's offset is stored `place` bytes after that position.
  private mutating func child(of position: Int, _ place: Int, _ map: Projection) throws(TypographyError) -> [Node] {
    try nodes(at: position + unwrapped(table.bytes.unsigned24(position + place)), map)
  }

  private mutating func outline(_ glyph: UInt32, _ map: Projection) throws(TypographyError) -> VectorPath {
    let outline = try font.outline(glyph)
    pathElementCount += outline.elements.count
    guard pathElementCount <= Self.maximumPathElements else {
      throw failure("has more than \(Self.maximumPathElements) lines and curves")
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
    // The white fill is a mask: `.backdropIn` takes only its alpha.
    return [.composite([.fill(.color(.ofFont(.white)), in: outline)], .backdropIn, onto: self)]
  }
}
