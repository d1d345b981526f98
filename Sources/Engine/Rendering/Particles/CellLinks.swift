import Lanes
import Raster
import Simulation

/// The lines between the particles of one cell. The particles of each group of chunks are copied (`keep`). When all groups have
/// been evaluated, the copies are put together in the order of the groups, and the lines are found (`connect`).
final class CellLinks: @unchecked Sendable {
  /// The only shape of lines: a square, stretched to a thin rectangle.
  static let spriteSet = SpriteSet(shapes: [.square])

  private let finder: LinkFinder
  /// Each group's particles, written by the worker that evaluates the group.
  private var groups: [LinkPoints] = []
  /// The lines, sorted into tiles.
  let bins = ParticleBins()

  /// The particles of one group. It is a class, so that workers can write to different groups at the same time.
  private final class LinkPoints: @unchecked Sendable {
    var columns = FloatColumns(columnCount: LinkFinder.pointColumns.count)
  }

  init(style: LinkStyle) { finder = LinkFinder(style: style) }

  /// Begins a frame of `groupCount` groups.
  func begin(groupCount: Int) {
    while groups.count < groupCount { groups.append(LinkPoints()) }
  }

  /// Copies the particles of a group.
  func keep(_ columns: ParticleColumns, group: Int) {
    groups[group].columns.count = 0
    LinkFinder.append(SpriteColumns(columns), count: columns.count, to: &groups[group].columns)
  }

  /// Finds the lines and sorts them into tiles, once all groups have been kept.
  func connect(groupCount: Int, grid: TileGrid) {
    finder.clear()
    for group in 0..<groupCount { finder.append(groups[group].columns) }
    finder.find(in: grid.extent)
    bins.fill(finder.columns, count: finder.lineCount, set: Self.spriteSet, grid: grid)
  }

  /// The lines that touch a tile, in drawing order; nil if there are none.
  func batch(inTile tileIndex: Int) -> SpriteBatch? {
    guard finder.lineCount > 0 else { return nil }
    let batch = bins.batch(inTile: tileIndex)
    return batch.count > 0 ? batch : nil
  }
}
