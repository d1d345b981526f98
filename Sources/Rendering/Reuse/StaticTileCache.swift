import Lanes
import Raster

/// The finished pixels of the lowest layers of the stack, kept tile by tile for as long as these layers stay the same.
///
/// Whether they do is told by `StaticLayerTracker`: a tile that is copied back has the very bits that drawing it again would
/// give. Only layers from the bottom up can be kept, since rounding makes light that is added in another order other light. A
/// tile is kept where its layers cost more than the copy (`LayerCost`); it comes from memory, not from the cache, 12 bytes a
/// pixel.
///
/// The encoder samples of static layers, those above moving ones included, are kept as well (`StaticOutputCache`): blocks that
/// no moving layer touches then need neither be drawn nor converted.
///
/// `begin` is called once a frame, before its tiles; a tile's entry is then used by that tile's job alone.
final class StaticTileCache: @unchecked Sendable {
  private final class Entry {
    var pixels: AlignedBuffer<Float>?
    /// The content that it was decided for, and whether it was worth keeping.
    var content = 0
    var isKept = false
  }

  private let entries: [Entry]
  private let keepsAlpha: Bool
  private let tracker: StaticLayerTracker
  /// The encoder samples of static layers, where they can be kept.
  let output: StaticOutputCache?

  private static let mostBytes = 256 << 20

  /// Nil if the frame is too large to be kept.
  ///
  /// - Parameter layerCount: layers of the plan, groups and what is in them included.
  init?(grid: TileGrid, layerCount: Int, keepsAlpha: Bool, output: StaticOutputCache?) {
    guard grid.count * grid.tileFloats * (keepsAlpha ? 4 : 3) <= Self.mostBytes else { return nil }
    self.keepsAlpha = keepsAlpha
    self.output = output
    tracker = StaticLayerTracker(layerCount: layerCount)
    entries = (0..<grid.count).map { _ in Entry() }
  }

  /// Compares the layers of a frame, and how it will be converted, with those before it.
  func begin(_ layers: [LayerFrame], transform: OutputTransform) {
    tracker.begin(layers)
    output?.begin(content: tracker.content, transform: transform)
  }

  /// Layers of the root stack, from the bottom up, that may be taken from the cache in the frame at hand.
  var layerCount: Int { tracker.prefixCount }

  /// Whether the cached layers include the last one that hides all below it: else nothing of them would be seen.
  func covers(_ layers: [LayerFrame]) -> Bool { layerCount > layers.lastIndex(where: \.hidesAllBelow) ?? -1 }

  /// Whether a layer of the frame at hand, by its index, looks as it does in the kept samples.
  func isStatic(layerIndex: Int) -> Bool { tracker.contains(index: layerIndex) }

  /// Whether there are static layers above moving ones.
  var hasStaticLayersAbovePrefix: Bool { tracker.reachesAbovePrefix }

  /// Static layers of the frame at hand.
  var staticLayerCount: Int { tracker.count }

  private var content: Int { tracker.prefixContent }

  /// Tiles that are kept of the frame at hand.
  var keptTileCount: Int { layerCount > 0 ? entries.indices.count { holds(tile: $0) } : 0 }

  /// Whether `restore` can give the kept layers of a tile.
  func holds(tile: Int) -> Bool { entries[tile].content == content && entries[tile].isKept }

  /// Whether the cost of the kept layers on a tile is still to be compared with that of a copy.
  func wantsDecision(onTile tile: Int) -> Bool { entries[tile].content != content }

  /// Keeps the pixels of a tile on which exactly the lowest `layerCount` layers have been drawn, if that pays.
  func decide(_ tile: Tile, number: Int, drawingCost: Float) {
    let entry = entries[number]
    entry.content = content
    // Most blocks are not even copied where their samples are kept.
    entry.isKept = drawingCost > (output == nil ? LayerFrame.copyingCost : LayerFrame.partialCopyingCost)
    if !entry.isKept { return }
    let rowFloats = tile.width * (keepsAlpha ? 4 : 3)
    let pixels = entry.pixels ?? AlignedBuffer(count: rowFloats * tile.height)
    entry.pixels = pixels
    for row in 0..<tile.height {
      (pixels.base + row * rowFloats).update(from: tile.row(row, plane: 0), count: rowFloats)
    }
  }

  /// Copies the kept pixels onto a tile, whose alpha is left alone where it is not read.
  func restore(_ tile: Tile, number: Int) {
    guard let pixels = entries[number].pixels else { return }
    let rowFloats = tile.width * (keepsAlpha ? 4 : 3)
    for row in 0..<tile.height {
      tile.row(row, plane: 0).update(from: pixels.base + row * rowFloats, count: rowFloats)
    }
  }

  /// Copies the kept pixels of dirty blocks alone.
  func restore(_ tile: Tile, number: Int, dirty: DirtyBlocks) {
    guard let pixels = entries[number].pixels else { return }
    copyBlocks(from: pixels.base, planeCount: keepsAlpha ? 4 : 3, onto: tile, touched: dirty)
  }
}
