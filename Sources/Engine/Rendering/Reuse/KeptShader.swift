import Lanes
import Model
import Raster
import Shading

/// A layer's shader whose pixels are kept, tile by tile, while the layer's content stays the same.
///
/// `StaticTileCache` keeps the lowest layers of the canvas. A costly layer that stands still may also lie above moving ones, or
/// be drawn alone in each frame: in a group, under a transform that moves, behind a mask, as a side of a transition. A still
/// field of five octaves of noise behind a mask that moves takes 10 ms a frame in place of 36 (1920 × 1080, one thread, Zen 4).
///
/// A tile that is copied has the same bits as if it were drawn again. A tile's pixels are kept only after it has been drawn several times
/// with equal content (`drawingsBeforeKeeping`), so that what `StaticTileCache` keeps is hardly ever kept here, too.
package final class KeptShader: LayerShader, @unchecked Sendable {
  /// What is kept of one tile.
  private final class Entry {
    /// The rectangle that was drawn last.
    var rect = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// The layer's content version when the tile was drawn last.
    var version = 0
    /// How often `rect` has been drawn with that version.
    var drawnCount = 0
    /// Memory for the tile's pixels, laid out like the tile; nil until they are kept for the first time.
    var pixels: AlignedBuffer<Float>?
    /// Whether what was drawn last is kept; `pixels` then has it, if the layer shows anything.
    var isKept = false
    /// Whether alpha was drawn, too.
    var hasAlpha = false
    /// Whether the layer shows anything on the tile.
    var showsLayer = false
    /// The blocks that were drawn.
    let blocks = OccupiedBlocks()
  }

  /// What draws the layer.
  private let shader: any LayerShader
  /// The tiles on which the layer is drawn.
  private let grid: TileGrid
  private let budget: Budget
  /// One for each tile; empty as long as nothing is to be kept.
  private var entries: [Entry] = []
  /// The content version of the current frame.
  private var version: Int?

  /// Smallest cost of a shader whose pixels are worth keeping (in the unit of `PreparedLayer.cost`, in which a copy costs 1.5).
  private static let minimumCost: Float = 4
  /// How often a tile is drawn with equal content before it is kept, counted from the second of several equal frames, in which `update`
  /// makes the entries: so the tile is kept in the fourth frame. `StaticTileCache` keeps its tiles in the third frame already, and their
  /// layers are then no longer drawn, so they are not kept here, too. Only after a layer's content has changed may both keep a tile,
  /// because `StaticLayerTracker` then waits for more equal frames (`requiredFrames`).
  private static let drawingsBeforeKeeping = 3

  /// The bytes that are left for kept pixels. All kept shaders of a renderer share one budget.
  package final class Budget {
    private var bytes: Int
    package init(bytes: Int) { self.bytes = bytes }

    /// Takes `count` bytes; returns false, and takes nothing, if fewer are left.
    fileprivate func take(_ count: Int) -> Bool {
      if count > bytes { return false }
      bytes -= count
      return true
    }
  }

  /// - Parameters:
  ///   - shader: what draws the layer.
  ///   - grid: the tiles on which the layer is drawn.
  package init(_ shader: any LayerShader, grid: TileGrid, budget: Budget) {
    self.shader = shader
    self.grid = grid
    self.budget = budget
  }

  package func update(at clock: AnimationClock) {
    shader.update(at: clock)
    let last = version
    version = shader.contentVersion
    if entries.isEmpty, version != nil, version == last, shader.cost >= Self.minimumCost,
      budget.take(grid.count * grid.tileFloats * MemoryLayout<Float>.stride)
    {
      entries = (0..<grid.count).map { _ in Entry() }
    }
  }

  package var isEmpty: Bool { shader.isEmpty }
  package var contentVersion: Int? { version }
  package var isOpaque: Bool { shader.isOpaque }
  package var canShadeInPlace: Bool { shader.canShadeInPlace }
  package var pixelNanoseconds: Double { shader.pixelNanoseconds }
  package func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool { shader.markDirty(blocks, rect: rect) }
  package func contentBox(in rect: PixelRect) -> PixelRect { shader.contentBox(in: rect) }

  package func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool
  {
    guard let version, let entry = entry(of: tile) else {
      return shader.shade(into: tile, blocks: blocks, scratch: scratch, writesAlpha: writesAlpha)
    }
    if entry.version != version || entry.rect != tile.rect || entry.hasAlpha != writesAlpha {
      (entry.version, entry.rect, entry.hasAlpha) = (version, tile.rect, writesAlpha)
      (entry.drawnCount, entry.isKept) = (0, false)
    }
    if entry.isKept {
      if entry.showsLayer { restore(entry, onto: tile, blocks) }
      return entry.showsLayer
    }
    entry.showsLayer = shader.shade(into: tile, blocks: blocks, scratch: scratch, writesAlpha: writesAlpha)
    entry.drawnCount += 1
    if entry.drawnCount >= Self.drawingsBeforeKeeping { keep(entry, tile, blocks) }
    return entry.showsLayer
  }

  /// The entry of the tile in which `tile`, a whole tile or some of its rows, lies; nil if nothing is to be kept, or if `tile`
  /// belongs to another grid and lies in no tile of this one.
  private func entry(of tile: Tile) -> Entry? {
    if entries.isEmpty { return nil }
    let index = grid.index(ofTileAt: tile.rect)
    guard entries.indices.contains(index) else { return nil }
    let drawn = grid.drawnRect(index)
    // A tile is up to seven pixels wider than what is drawn of it.
    guard tile.x == drawn.x, tile.width >> 3 == (drawn.width + 7) >> 3, tile.y >= drawn.y,
      tile.y + tile.height <= drawn.endY
    else { return nil }
    return entries[index]
  }

  /// Keeps the pixels that were drawn on a tile.
  private func keep(_ entry: Entry, _ tile: Tile, _ blocks: OccupiedBlocks) {
    entry.isKept = true
    if !entry.showsLayer { return }
    let pixels = entry.pixels ?? AlignedBuffer(count: 0)
    pixels.resize(to: tile.rowStride * tile.height)
    entry.pixels = pixels
    // An opaque layer need not record its blocks.
    if shader.isOpaque { entry.blocks.markAll(of: tile) } else { entry.blocks.copyMarks(from: blocks) }
    entry.blocks.copyMarkedPixels(
      of: tile, to: tile.with(base: pixels.base), planeCount: entry.hasAlpha ? 4 : 3)
  }

  /// Copies the kept pixels onto a tile.
  private func restore(_ entry: Entry, onto tile: Tile, _ blocks: OccupiedBlocks) {
    guard let pixels = entry.pixels else { return }
    blocks.copyMarks(from: entry.blocks)
    entry.blocks.copyMarkedPixels(
      of: tile.with(base: pixels.base), to: tile, planeCount: entry.hasAlpha ? 4 : 3)
  }
}
