import Lanes
import Model

/// An outline as straight edges at several levels of detail, in local coordinates: the sprite's half axes have the length 1.
///
/// Level i serves sprites whose longer half axis is at most 4·2ⁱ px. The straight edges of such a sprite are at most 1/25 px from
/// the curves. The last level also serves all larger sprites, with an error that grows with their size. Every level is scaled to
/// the area of the last one, so that a growing sprite does not jump when its level changes. A shape of a few curves takes about
/// 40 KB.
final class OutlineLevels: @unchecked Sendable {
  struct Level {
    /// Blocks of eight edges, `floatsPerBlock` floats each: x of the eight starts, y of the starts, x of the eight ends, y of the ends.
    let edges: UnsafePointer<Float>
    let blockCount: Int

    @inline(__always) static var floatsPerBlock: Int { 32 }
  }

  /// Area in local coordinates.
  let area: Double
  /// Centroid of the area in local coordinates.
  let centroid: SIMD2<Double>
  /// Whether no corner lies outside the ellipse of the half axes.
  let isInsideEllipse: Bool
  /// The edges of all levels.
  private let memory: AlignedBuffer<Float>
  /// The levels, the coarsest first.
  private let levels: AlignedBuffer<Level>

  /// The longer half axis, in pixels, of the largest sprite that level 0 serves. For each further level it is twice as long.
  private static let levelZeroHalfAxis = 4.0
  /// The greatest number of levels. With so many, the last serves all half axes above 2048 px.
  private static let maximumLevelCount = 11
  /// Largest number of corners of a level. Level 0 may have any number; another level that would need more is left out, and so are
  /// all finer levels.
  private static let maximumCorners = 8_192
  /// Largest distance in pixels of a straight edge from its curve, on the largest sprite that a level serves.
  private static let tolerancePixels = 0.04

  /// - Parameter isSimple: whether no contour crosses or touches another or itself, and holes run in the opposite direction.
  init(_ path: VectorPath, isSimple: Bool) {
    var levelEdges: [[OutlineEdge]] = []
    for level in 0..<Self.maximumLevelCount {
      let halfAxis = Self.levelZeroHalfAxis * Double(1 << level)
      let maximumCorners = level == 0 ? Int.max : Self.maximumCorners
      let tolerance = Self.tolerancePixels / halfAxis
      guard let polygons = path.polygons(tolerance: tolerance, maximumCorners: maximumCorners) else { break }
      levelEdges.append(Self.edges(of: polygons, isSimple ? nil : path.fillRule))
      // Without curves, all levels would be equal.
      if !path.hasCurves { break }
    }
    if levelEdges.isEmpty { levelEdges.append([]) }
    area = max(OutlineEdge.area(levelEdges[levelEdges.count - 1]), 0)
    centroid = area > 0 ? OutlineEdge.centroid(levelEdges[levelEdges.count - 1]) : SIMD2()
    for level in levelEdges.indices.dropLast() {
      let levelArea = OutlineEdge.area(levelEdges[level])
      if levelArea > 0 && area > 0 { Self.scale(&levelEdges[level], by: (area / levelArea).squareRoot()) }
    }
    isInsideEllipse = levelEdges.allSatisfy { $0.allSatisfy { ($0.from * $0.from).sum() <= 1.000_001 } }

    let blockCounts = levelEdges.map { ($0.count + 7) / 8 }
    memory = AlignedBuffer(count: Level.floatsPerBlock * blockCounts.reduce(0, +))
    levels = AlignedBuffer(count: levelEdges.count)
    var next = memory.base
    for (level, edges) in levelEdges.enumerated() {
      levels.base[level] = Level(edges: UnsafePointer(next), blockCount: blockCounts[level])
      for index in 0..<8 * blockCounts[level] {
        // The last block is filled up with edges of length 0.
        let edge = edges[min(index, edges.count - 1)]
        let end = index < edges.count ? edge.to : edge.from
        // The floats are in the order that `Level.edges` states.
        let startX = next + (index / 8) * Level.floatsPerBlock + index % 8
        (startX[0], startX[8]) = (Float(edge.from.x), Float(edge.from.y))
        (startX[16], startX[24]) = (Float(end.x), Float(end.y))
      }
      next += Level.floatsPerBlock * blockCounts[level]
    }
  }

  /// Returns the level for a sprite whose longer half axis is `halfAxisPixels` long.
  @inline(__always)
  func level(halfAxisPixels: Float) -> Level {
    var levelHalfAxis = Float(Self.levelZeroHalfAxis)
    var level = 0
    while halfAxisPixels > levelHalfAxis && level + 1 < levels.count {
      levelHalfAxis *= 2
      level += 1
    }
    return levels.base[level]
  }

  /// Returns the edges of polygons, with the directions that `OutlineEdge` requires.
  ///
  /// - Parameter fillRule: the rule by which crossing polygons are resolved; nil if no polygons cross.
  private static func edges(of polygons: [[SIMD2<Double>]], _ fillRule: VectorPath.FillRule?) -> [OutlineEdge] {
    // Polygons that cross too often are not resolved.
    if let fillRule, let edges = resolvedEdges(polygons, fillRule) { return edges }
    // A negative area means that all edges have the opposite direction: they are reversed.
    let edges = OutlineEdge.edges(of: polygons)
    return OutlineEdge.area(edges) < 0 ? edges.map { OutlineEdge(from: $0.to, to: $0.from) } : edges
  }

  private static func scale(_ edges: inout [OutlineEdge], by factor: Double) {
    for index in edges.indices {
      edges[index].from *= factor
      edges[index].to *= factor
    }
  }
}
