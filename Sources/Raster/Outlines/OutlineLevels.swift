import Lanes
import Model

/// An outline as straight edges at several levels of detail.
///
/// Level i serves sprites whose longer half axis is at most 4·2ⁱ px: its chords leave the curves by at most 1/25 px, on
/// the finest level by as much as the number of corners allows. Every level is scaled to the same area, so that nothing
/// shows when a growing sprite changes levels. About 40 KB for a shape of a few curves.
final class OutlineLevels: @unchecked Sendable {
  struct Level {
    /// Blocks of eight edges: 8 × x and 8 × y of their beginnings, 8 × x and 8 × y of their ends.
    let edges: UnsafePointer<Float>
    let blockCount: Int
  }

  /// Area in units of the half axes.
  let area: Double
  /// Centroid of the area, in units of the half axes.
  let middle: SIMD2<Double>
  let isInsideEllipse: Bool
  private let memory: AlignedBuffer<Float>
  private let levels: AlignedBuffer<Level>

  private static let leastReach = 4.0
  /// The finest level serves half axes of 4096 px and more.
  private static let mostLevels = 11
  private static let mostCorners = 8_192
  private static let tolerancePixels = 0.04

  /// - Parameter isSimple: whether no contour crosses or touches another or itself, and holes run in the opposite
  /// sense.
  init(_ path: VectorPath, isSimple: Bool) {
    var found: [[OutlineEdge]] = []
    for level in 0..<Self.mostLevels {
      let reach = Self.leastReach * Double(1 << level)
      let limit = level == 0 ? Int.max : Self.mostCorners
      let tolerance = Self.tolerancePixels / reach
      guard let polygons = path.polygons(tolerance: tolerance, mostCorners: limit) else { break }
      found.append(Self.edges(of: polygons, isSimple ? nil : path.fillRule))
      // Straight lines are equal at every size.
      if found.count > 1 && found[level] == found[level - 1] {
        found.removeLast()
        break
      }
    }
    if found.isEmpty { found.append([]) }
    area = max(OutlineEdge.area(found[found.count - 1]), 0)
    middle = area > 0 ? OutlineEdge.middle(found[found.count - 1]) : SIMD2()
    for level in found.indices.dropLast() {
      let own = OutlineEdge.area(found[level])
      if own > 0 && area > 0 { Self.scale(&found[level], by: (area / own).squareRoot()) }
    }
    isInsideEllipse = found.allSatisfy { $0.allSatisfy { ($0.from * $0.from).sum() <= 1.000_001 } }

    let blocks = found.map { ($0.count + 7) / 8 }
    memory = AlignedBuffer(count: 32 * blocks.reduce(0, +))
    levels = AlignedBuffer(count: found.count)
    var next = memory.base
    for (level, edges) in found.enumerated() {
      levels.base[level] = Level(edges: UnsafePointer(next), blockCount: blocks[level])
      for index in 0..<8 * blocks[level] {
        // The last block is filled up with an edge without length.
        let edge = edges[min(index, edges.count - 1)]
        let end = index < edges.count ? edge.to : edge.from
        let lane = next + (index / 8) * 32 + index % 8
        (lane[0], lane[8]) = (Float(edge.from.x), Float(edge.from.y))
        (lane[16], lane[24]) = (Float(end.x), Float(end.y))
      }
      next += 32 * blocks[level]
    }
  }

  /// The edges for a sprite with this longer half axis.
  @inline(__always)
  func level(reachPixels: Float) -> Level {
    var limit = Float(Self.leastReach)
    var level = 0
    while reachPixels > limit && level + 1 < levels.count {
      limit *= 2
      level += 1
    }
    return levels.base[level]
  }

  /// - Parameter rule: the rule by which polygons that cross are resolved; nil where none do.
  private static func edges(of polygons: [[SIMD2<Double>]], _ rule: VectorPath.FillRule?) -> [OutlineEdge] {
    if let rule, let edges = resolvedEdges(polygons, rule) { return edges }
    // An outline in the opposite sense is reversed.
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
