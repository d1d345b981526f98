import Lanes
import Model
import Raster

/// Keeps the composited float pixels of the lowest layers of the stack, tile by tile, as long as these layers stay the same.
///
/// `StaticLayerTracker` finds out which layers are static: a tile that is copied back has the same bits as if it were drawn
/// again. Only the layers at the bottom of the stack, its static prefix, can be kept, since compositing in another order rounds
/// differently. A tile is kept if drawing its layers costs more than a copy (`PreparedLayer.cost`). A copy comes from memory, not
/// from the processor's cache: 12 bytes a pixel (three planes of 4-byte Floats), or 16 with alpha.
///
/// The encoder samples of all static layers, even of those above changing layers, are kept as well (`StaticOutputCache`): blocks
/// that no changing layer touches then need neither be drawn nor converted.
///
/// `begin` is called once a frame, before any tile is drawn; a tile's entry is then used only by that tile's task.
final class StaticTileCache: @unchecked Sendable {
  /// What is kept of one tile.
  private final class Entry {
    /// Rows of the tile without gaps, each row plane by plane; nil until pixels were kept.
    var pixels: AlignedBuffer<Float>?
    /// The `StaticLayerTracker.prefixContentID` for which `keepIfWorthwhile` was last called; 0 if never.
    var prefixContentID = 0
    /// Whether `keepIfWorthwhile` has kept the pixels.
    var isKept = false
  }

  /// One for each tile.
  private let entries: [Entry]
  /// Whether alpha is kept beside red, green and blue.
  private let keepsAlpha: Bool
  private let tracker: StaticLayerTracker
  /// Number of bytes that the pixels take if those of all tiles are kept.
  let maximumBytes: Int
  /// The encoder samples of static layers; nil if they cannot be kept.
  let outputCache: StaticOutputCache?

  /// Returns nil if the pixels of all tiles would take more than `PixelMemory.maximumStaticLayerBytes`.
  ///
  /// - Parameter plannedLayerCount: number of layers of the plan, including groups and the layers in them.
  init?(grid: TileGrid, plannedLayerCount: Int, keepsAlpha: Bool, outputCache: StaticOutputCache?) {
    let pixelCount = grid.count * grid.tileFloats / 4
    let planeCount = keepsAlpha ? 4 : 3
    maximumBytes = pixelCount * planeCount * MemoryLayout<Float>.stride
    guard maximumBytes <= Int(PixelMemory.maximumStaticLayerBytes) else { return nil }
    self.keepsAlpha = keepsAlpha
    self.outputCache = outputCache
    tracker = StaticLayerTracker(plannedLayerCount: plannedLayerCount)
    entries = (0..<grid.count).map { _ in Entry() }
  }

  /// Begins a frame: compares its layers and its conversion with those of the frames before.
  func begin(_ layers: [PreparedLayer], transform: OutputTransform, background: Background?) {
    tracker.begin(layers)
    outputCache?.begin(contentID: tracker.contentID, transform: transform, background: background)
  }

  /// Number of the current frame's layers up to the last one of the static prefix.
  var prefixCount: Int { tracker.prefixCount }

  /// Whether the static prefix can be seen: no layer above it hides all below.
  func isPrefixVisible(in layers: [PreparedLayer]) -> Bool {
    prefixCount > layers.lastIndex(where: \.hidesAllBelow) ?? -1
  }

  /// Whether the layer with an index in the current frame is static: it is then a part of the kept samples.
  func isStatic(layerIndex: Int) -> Bool { tracker.contains(index: layerIndex) }

  /// Whether there are static layers above layers that change.
  var hasStaticLayersAbovePrefix: Bool { tracker.reachesAbovePrefix }

  private var prefixContentID: Int { tracker.prefixContentID }

  /// Whether `restore` can give the pixels of the static prefix on a tile.
  func holds(tileIndex: Int) -> Bool {
    entries[tileIndex].prefixContentID == prefixContentID && entries[tileIndex].isKept
  }

  /// Whether `keepIfWorthwhile` has not yet been called for the tile and the static prefix of the current frame.
  func wantsDecision(onTile tileIndex: Int) -> Bool { entries[tileIndex].prefixContentID != prefixContentID }

  /// Keeps the pixels of a tile on which only the static prefix has been drawn, if a copy is cheaper than drawing it again.
  ///
  /// - Parameter drawingCost: the cost of drawing the prefix again (`PreparedLayer.cost`).
  func keepIfWorthwhile(_ tile: Tile, tileIndex: Int, drawingCost: Float) {
    let entry = entries[tileIndex]
    entry.prefixContentID = prefixContentID
    // If encoder samples are kept too, later frames copy only the dirty blocks of the pixels, so keeping them pays sooner.
    entry.isKept =
      drawingCost
      > (outputCache == nil ? PreparedLayer.minimumCostWorthKeeping : PreparedLayer.minimumCostWorthKeepingPartially)
    if !entry.isKept { return }
    let rowFloats = tile.width * (keepsAlpha ? 4 : 3)
    let pixels = entry.pixels ?? AlignedBuffer(count: rowFloats * tile.height)
    entry.pixels = pixels
    for row in 0..<tile.height {
      (pixels.base + row * rowFloats).update(from: tile.row(row, plane: 0), count: rowFloats)
    }
  }

  /// Copies the kept pixels onto a tile.
  func restore(_ tile: Tile, tileIndex: Int) {
    guard let pixels = entries[tileIndex].pixels else { return }
    let rowFloats = tile.width * (keepsAlpha ? 4 : 3)
    for row in 0..<tile.height {
      tile.row(row, plane: 0).update(from: pixels.base + row * rowFloats, count: rowFloats)
    }
  }

  /// Copies the kept pixels of only the dirty blocks onto a tile.
  func restore(_ tile: Tile, tileIndex: Int, dirty: DirtyBlocks) {
    guard let pixels = entries[tileIndex].pixels else { return }
    copyBlocks(from: pixels.base, planeCount: keepsAlpha ? 4 : 3, onto: tile, dirty: dirty)
  }
}
