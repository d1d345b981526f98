import Lanes
import Model

/// The memory of a text's letters: what each renderer keeps of the parts that move independently (`LetteringPart`), with the
/// straight edges, chords, into which their outlines are cut.
///
/// Curves are halved until they differ from their chords by 1/100 pixel, as `FlattenedPath` in Raster does. Within about a quarter of
/// what is allocated; what differs are ends of strokes, and curves of which one half is flatter than the other.
struct TextEstimate {
  /// Bytes of the letters of the largest text, for one renderer.
  private(set) var bytes = 0.0
  /// Bytes that a renderer needs while it makes the geometry of the text's largest part, in memory that all shapes share.
  private(set) var scratchBytes = 0.0
  /// The chords of the letters of the text that has most, and those of them that belong to paths whose crossings are resolved.
  private(set) var chords = 0.0
  private(set) var resolvedChords = 0.0

  /// Bytes of a part, its outlines and their edges aside.
  private static let partBytes = 3_600.0
  /// Bytes of a line or curve in a part's own path.
  private static let elementBytes = 80.0
  /// Bytes of a straight edge that is filled, and of a segment from which a soft stroke measures distances.
  private static let edgeBytes = 21.0
  private static let segmentBytes = 32.0
  /// Bytes of a chord in the shared memory, and what resolving the path's crossings adds, which is only done up to so many chords
  /// (`ShapeScratch`, `PathCoverage.maximumResolvedEdges` in Raster).
  private static let scratchChordBytes = 200.0
  private static let resolvedChordBytes = 500.0
  private static let maximumResolvedChords = 16_384.0
  /// The chords of the largest part ÷ those of a mean part, at most.
  private static let largestPart = 3.0
  /// The rows of a band by which edges are sorted: an edge is listed in each band that it crosses.
  private static let bandRows = 16.0
  /// The greatest distance between a chord and its curve, in pixels.
  private static let tolerancePixels = 0.01
  /// The rows of a soft fill are at least this high, in pixels.
  private static let softRowPixels = 0.25

  /// How a text is drawn, with the greatest values that occur.
  private struct Style {
    /// Pixels in a point of the text.
    var scale: Double
    var isFilled: Bool
    var isSoft: Bool
    /// Half of the width of the stroke in pixels; nil without a stroke.
    var strokeReach: Double?
    /// Whether the stroke has an outline that is filled, and whether distances from its line are measured.
    var isStrokeOutlined = false
    var measuresDistances = false
  }

  init(_ words: Lettering, in frame: CostedFrame) {
    let (canvas, transform, largest) = (frame.canvas, frame.transform, frame.largest)
    func largestScale(_ point: AnimatedPoint?) -> Double { point.map { max(largest($0.x), largest($0.y)) } ?? 1 }
    let blur = words.units.map { largest($0.blur) } ?? 0
    let scale = canvas.pixelsPerPoint * largestScale(words.units?.scale) * largestScale(transform?.scale)
    var style = Style(
      scale: scale, isFilled: words.fill != nil, isSoft: largest(words.softness) + blur > 0,
      strokeReach: words.stroke.map { largest($0.width) / 2 * scale })
    if let stroke = words.stroke {
      let isSoft = largest(stroke.softness) + blur > 0
      style.isStrokeOutlined = !isSoft
      style.measuresDistances = isSoft || stroke.over != .box
    }
    for text in words.texts { add(text, words, style) }
  }

  /// Takes a text into account, of which only the largest counts.
  private mutating func add(_ text: TypesetText, _ words: Lettering, _ style: Style) {
    let outlines = text.outlines.map { Self.bytes(of: $0, style) }
    let paintings = text.paintings.map { painting in
      painting.outlines.reduce(0) { sum, outline in
        sum + Self.partBytes / 2
          + Self.bytes(of: outline, Style(scale: style.scale, isFilled: true, isSoft: style.isSoft)).bytes
      }
    }
    let parts = Double(words.circle == nil ? words.units?.count(in: text) ?? 1 : text.letters.count)
    var (sum, chords) = (parts * Self.partBytes, 0.0)
    for glyph in text.glyphs {
      if let outline = glyph.outline {
        // A glyph with a colour of its own is a shape of its own.
        sum += outlines[outline].bytes + (glyph.color == nil ? 0 : Self.partBytes)
        chords += outlines[outline].chords
      }
      if let painting = glyph.painting { sum += paintings[painting] }
    }
    bytes = max(bytes, sum)
    let largest = min(chords, Self.largestPart * chords / max(parts, 1))
    let isResolved = largest <= Self.maximumResolvedChords
    scratchBytes = max(
      scratchBytes, largest * (Self.scratchChordBytes + (isResolved ? Self.resolvedChordBytes : 0)))
    self.chords = max(self.chords, chords)
    resolvedChords = max(resolvedChords, isResolved ? chords : 0)
  }

  /// Bytes of an outline's path, edges and segments, and the chords that it is cut into.
  private static func bytes(of outline: VectorPath, _ style: Style) -> (bytes: Double, chords: Double) {
    var (chords, lengthPixels) = (0.0, 0.0)
    var last = SIMD2(0.0, 0.0)
    for element in outline.elements {
      let points = element.points.map { SIMD2($0.x, $0.y) * style.scale }
      guard let end = points.last else { continue }
      if points.count == 3 {
        chords += chordCount(last, points[0], points[1], end, reach: style.strokeReach ?? 0)
      } else {
        chords += 1
      }
      if case .move = element {} else { lengthPixels += (end - last).magnitude }
      last = end
    }
    // Half of an outline's length counts as vertical.
    func edges(_ count: Double, rowPixels: Double) -> Double { count + lengthPixels / 2 / (bandRows * rowPixels) }
    var bytes = Double(outline.elements.count) * elementBytes
    if style.isFilled { bytes += edges(chords, rowPixels: style.isSoft ? softRowPixels : 1) * edgeBytes }
    // An edge along each side of each chord.
    if style.isStrokeOutlined { bytes += 2 * edges(chords, rowPixels: 1) * edgeBytes }
    if style.measuresDistances { bytes += chords * segmentBytes }
    return (bytes, chords)
  }

  /// The chords of a cubic curve whose points are in pixels: a power of 2.
  private static func chordCount(
    _ start: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ end: SIMD2<Double>, reach: Double
  ) -> Double {
    let deviation = 0.75 * max((start - 2 * a + b).magnitude, (a - 2 * b + end).magnitude)
    var chords = 1.0
    while chords < 4096, deviation > tolerancePixels * chords * chords { chords *= 2 }
    // A stroke needs chords so short that the direction hardly changes along one: a curve of a letter turns by about 90°.
    while chords < 4096, reach * (1.6 / chords) * (1.6 / chords) > 8 * tolerancePixels { chords *= 2 }
    return chords
  }
}

extension SIMD2<Double> {
  /// The length of the vector.
  fileprivate var magnitude: Double { (self * self).sum().squareRoot() }
}

extension GlyphPainting {
  /// The outlines of all areas, also of those inside of compositions; areas of the whole box have none.
  fileprivate var outlines: [VectorPath] {
    func outlines(_ nodes: [Node]) -> [VectorPath] {
      nodes.flatMap { node in
        switch node {
        case .fill(_, let outline): outline.map { [$0] } ?? []
        case .composite(let source, _, onto: let backdrop): outlines(source) + outlines(backdrop)
        }
      }
    }
    return outlines(nodes)
  }
}
