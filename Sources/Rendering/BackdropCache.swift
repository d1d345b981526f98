import Lanes
import Raster

/// The finished pixels of the lowest layers of the stack, kept tile by tile for as long as these layers stay the same.
///
/// Whether they do is told by `LayerSignature`s, never guessed: a tile that is copied back has the very bits that drawing
/// it again would give. Only layers from the bottom up can be kept, since rounding makes light that is laid on in another
/// order other light. A tile is kept where its layers cost more than the copy (`LayerCost`); it comes from memory, not
/// from the cache, 12 bytes a pixel.
///
/// Where no pass over the whole frame follows, the samples that those pixels become are kept as well (`KeptOutput`): blocks
/// that no other layer touches then need neither be drawn nor converted.
///
/// `begin` is called once a frame, before its tiles; a tile's slot is then touched by that tile's job alone.
final class BackdropCache: @unchecked Sendable {
  /// Layers of the root stack, from the bottom up, that may be taken from the slots in the frame at hand.
  private(set) var layerCount = 0

  private final class Slot {
    var pixels: AlignedBuffer<Float>?
    /// The picture that the slot was judged for, and whether it was worth keeping.
    var picture = 0
    var isKept = false
  }

  private let slots: [Slot]
  private let keepsAlpha: Bool
  /// Signatures of the layers at the bottom that have one, in the frame at hand, in the one before it, and of what the
  /// slots hold.
  private var current: [LayerSignature] = []
  private var previous: [LayerSignature] = []
  private var kept: [LayerSignature] = []
  /// For each of those layers of the frame at hand, where its signatures end.
  private var ends: [Int] = []
  private var keptLayerCount = 0
  /// Layers that were the same in the two frames before.
  private var lastSameCount = 0
  private var picture = 0
  /// The finished samples of the lowest layers, where that is possible.
  let output: KeptOutput?

  private static let mostBytes = 256 << 20

  /// Nil if the frame is too large to be kept.
  init?(grid: TileGrid, keepsAlpha: Bool, output: KeptOutput?) {
    let tilePixels = (grid.tileWidth + grid.leftMargin) * grid.tileHeight
    guard grid.count * tilePixels * (keepsAlpha ? 16 : 12) <= Self.mostBytes else { return nil }
    self.keepsAlpha = keepsAlpha
    self.output = output
    slots = (0..<grid.count).map { _ in Slot() }
  }

  /// Compares the layers of a frame, and how it will be converted, with those before it.
  func begin(_ layers: [LayerFrame], transform: OutputTransform) {
    compare(layers)
    output?.begin(picture: layerCount > 0 ? picture : 0, transform: transform)
  }

  private func compare(_ layers: [LayerFrame]) {
    swap(&current, &previous)
    current.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for layer in layers {
      guard layer.appendSignatures(to: &current) else { break }
      ends.append(current.count)
    }
    let same = layersAlike(previous)
    // What has stayed the same for two frames is worth keeping; what does so for one may be a slow animation.
    let steady = min(same, lastSameCount)
    lastSameCount = same
    layerCount = keptLayerCount > 0 && layersAlike(kept) >= keptLayerCount ? keptLayerCount : 0
    if steady > layerCount {
      kept.removeAll(keepingCapacity: true)
      kept.append(contentsOf: current[..<ends[steady - 1]])
      keptLayerCount = steady
      layerCount = steady
      picture += 1
    }
  }

  /// How many layers at the bottom of the frame at hand are the same as in `others`.
  private func layersAlike(_ others: [LayerSignature]) -> Int {
    var count = 0
    while count < min(current.count, others.count) && current[count] == others[count] { count += 1 }
    var layers = 0
    while layers < ends.count && ends[layers] <= count { layers += 1 }
    return layers
  }

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
  func restore(_ tile: Tile, number: Int, touched: TouchedBlocks) {
    guard let pixels = slots[number].pixels else { return }
    copyBlocks(from: pixels.base, planeCount: keepsAlpha ? 4 : 3, onto: tile, touched: touched)
  }
}
