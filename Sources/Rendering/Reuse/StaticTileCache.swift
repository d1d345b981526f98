import Lanes
import Raster

/// The finished pixels of the lowest layers of the stack, kept tile by tile for as long as these layers stay the same.
///
/// Whether they do is told by `StaticLayerTracker`: a tile that is copied back has the very bits that drawing it again would
/// give. Only layers from the bottom up can be kept, since rounding makes light that is laid on in another
/// order other light. A tile is kept where its layers cost more than the copy (`LayerCost`); it comes from memory, not
/// from the cache, 12 bytes a pixel.
///
/// The samples that resting layers become, those above moving ones included, are kept as well (`StaticOutputCache`): blocks that no
/// moving layer touches then need neither be drawn nor converted.
///
/// `begin` is called once a frame, before its tiles; a tile's slot is then touched by that tile's job alone.
final class StaticTileCache: @unchecked Sendable {
  private final class Slot {
    var pixels: AlignedBuffer<Float>?
    /// The picture that the slot was judged for, and whether it was worth keeping.
    var picture = 0
    var isKept = false
  }

  private let slots: [Slot]
  private let keepsAlpha: Bool
  private let resting: StaticLayerTracker
  /// The finished samples of what rests, where that is possible.
  let output: StaticOutputCache?

  private static let mostBytes = 256 << 20

  /// Nil if the frame is too large to be kept.
  ///
  /// - Parameter layerCount: layers of the plan, groups and what is in them included.
  init?(grid: TileGrid, layerCount: Int, keepsAlpha: Bool, output: StaticOutputCache?) {
    let tilePixels = (grid.tileWidth + grid.leftMargin) * grid.tileHeight
    guard grid.count * tilePixels * (keepsAlpha ? 16 : 12) <= Self.mostBytes else { return nil }
    self.keepsAlpha = keepsAlpha
    self.output = output
    resting = StaticLayerTracker(layerCount: layerCount)
    slots = (0..<grid.count).map { _ in Slot() }
  }

  /// Compares the layers of a frame, and how it will be converted, with those before it.
  func begin(_ layers: [LayerFrame], transform: OutputTransform) {
    resting.begin(layers)
    output?.begin(picture: resting.picture, transform: transform)
  }

  /// Layers of the root stack, from the bottom up, that may be taken from the slots in the frame at hand.
  var layerCount: Int { resting.prefixCount }

  /// Whether a layer of the frame at hand, by its place, shows what the kept samples show of it.
  func rests(place: Int) -> Bool { resting.contains(place: place) }

  /// Whether layers rest above moving ones.
  var restsAbovePrefix: Bool { resting.reachesAbovePrefix }

  /// Layers that rest, in the frame at hand.
  var restingLayerCount: Int { resting.count }

  private var picture: Int { resting.prefixPicture }

  /// Tiles that are kept of the frame at hand.
  var keptTileCount: Int { layerCount > 0 ? slots.indices.count { holds(tile: $0) } : 0 }

  /// Whether `restore` can give the kept layers of a tile.
  func holds(tile: Int) -> Bool { slots[tile].picture == picture && slots[tile].isKept }

  /// Whether nobody has yet looked at what the kept layers cost on a tile.
  func wantsJudgement(ofTile tile: Int) -> Bool { slots[tile].picture != picture }

  /// Keeps the pixels of a tile on which exactly the lowest `layerCount` layers have been laid, if that pays.
  func judge(_ tile: Tile, number: Int, drawingCost: Float) {
    let slot = slots[number]
    slot.picture = picture
    // Most blocks are not even copied where their samples are kept.
    slot.isKept = drawingCost > (output == nil ? LayerFrame.copyingCost : LayerFrame.partialCopyingCost)
    if !slot.isKept { return }
    let rowFloats = tile.width * (keepsAlpha ? 4 : 3)
    let pixels = slot.pixels ?? AlignedBuffer(count: rowFloats * tile.height)
    slot.pixels = pixels
    for row in 0..<tile.height {
      (pixels.base + row * rowFloats).update(from: tile.row(row, plane: 0), count: rowFloats)
    }
  }

  /// Copies the kept pixels onto a tile, whose alpha is left alone where nobody reads it.
  func restore(_ tile: Tile, number: Int) {
    guard let pixels = slots[number].pixels else { return }
    let rowFloats = tile.width * (keepsAlpha ? 4 : 3)
    for row in 0..<tile.height {
      tile.row(row, plane: 0).update(from: pixels.base + row * rowFloats, count: rowFloats)
    }
  }

  /// The same of touched blocks alone.
  func restore(_ tile: Tile, number: Int, touched: DirtyBlocks) {
    guard let pixels = slots[number].pixels else { return }
    copyBlocks(from: pixels.base, planeCount: keepsAlpha ? 4 : 3, onto: tile, touched: touched)
  }
}
