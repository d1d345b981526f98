import Lanes
import Raster
import Simulation

/// The lines between the particles of one cell: what the groups of chunks leave, joined in their order when all are done.
final class CellLinks: @unchecked Sendable {
  /// A line is a thin rectangle.
  static let sprite = SpriteSet(shapes: [.square])

  private let finder: LinkFinder
  /// Each group's particles, written by the worker that evaluates it.
  private var groups: [LinkPoints] = []
  let bins = ParticleBins()

  private final class LinkPoints: @unchecked Sendable {
    var planes = FloatPlanes(planeCount: LinkFinder.pointPlaneCount)
  }

  init(rule: LinkStyle) { finder = LinkFinder(rule: rule) }

  func begin(groupCount: Int) {
    while groups.count < groupCount { groups.append(LinkPoints()) }
  }

  /// Keeps the particles of a group.
  func keep(_ columns: ParticleColumns, group: Int) {
    groups[group].planes.count = 0
    LinkFinder.append(SpriteColumns(columns), count: columns.count, to: &groups[group].planes)
  }

  /// Finds and sorts the lines, once all groups have been kept.
  func connect(groupCount: Int, grid: TileGrid) {
    finder.clear()
    for group in 0..<groupCount { finder.append(groups[group].planes) }
    finder.find(in: grid.extent)
    bins.fill(finder.columns, count: finder.lineCount, set: Self.sprite, grid: grid)
  }

  /// The lines that touch `tile`, in drawing order; nil for none.
  func run(inTile tile: Int) -> SpriteBatch? {
    guard finder.lineCount > 0 else { return nil }
    let run = bins.run(inTile: tile)
    return run.count > 0 ? run : nil
  }
}
