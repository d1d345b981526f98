import Lanes
import Model
import Raster

/// The pixels of one layer, drawn alone and then composited with the layers below.
///
/// One shader serves one layer of one renderer from frame to frame and keeps its memory. `update` is called once a frame, by
/// one thread; until the next call any number of threads shade tiles. A pixel depends on the frame's time and on its own
/// coordinates alone, never on earlier frames or on how a frame is cut into tiles.
package protocol LayerShader: AnyObject, Sendable {
  /// Evaluates the animated values and prepares what all tiles share.
  func update(at clock: AnimationClock)

  /// Whether the layer is transparent everywhere at the time of the last `update`.
  var isEmpty: Bool { get }

  /// Content version: frames with equal versions have equal pixels; nil means that this frame may differ from any other.
  var contentVersion: Int? { get }

  /// Whether the layer has an alpha of 1 at every pixel of the canvas.
  var isOpaque: Bool { get }

  /// Whether `shade` may draw straight onto the tile of the layers below where that tile is still transparent: the result is the
  /// same as after compositing, and no value that `shade` writes is −0.
  var canShadeInPlace: Bool { get }

  /// Estimated nanoseconds of one core for a pixel of a tile, without compositing: they decide whether pixels are kept for later frames.
  var pixelNanoseconds: Double { get }

  /// Marks the blocks of the tile at `rect` that `shade` may write to. Returns false, and marks nothing, if `shade` may write to
  /// every block.
  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool

  /// The part of `rect` that the layer may draw on, in pixels of the frame; `rect` itself if nothing is known.
  func contentBox(in rect: PixelRect) -> PixelRect

  /// Draws the layer's premultiplied pixels onto a tile: linear light, or encoded values within 0...1 on an `srgb` canvas.
  ///
  /// Only the blocks that are recorded in `blocks` are drawn; elsewhere the layer is transparent and the tile may hold
  /// anything. An opaque layer draws every pixel and need not record any blocks.
  ///
  /// - Parameters:
  ///   - blocks: receives the blocks of eight pixels that were drawn.
  ///   - scratch: memory of the calling thread, which may be grown and overwritten.
  ///   - writesAlpha: false where nothing reads the tile's alphas, which may then be left undefined.
  /// - Returns: false if the tile is transparent everywhere.
  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool
}

/// A shader that can draw its layer moved, turned or in perspective: it transforms its geometry before drawing, not finished pixels.
package protocol PlacedShader: LayerShader {
  /// Sets the projection from the layer's points to the canvas's points. Must be called before each `update`; the projection must have an
  /// inverse.
  func place(by projection: Projection)
}

/// A shader that computes something for the whole frame before any tile is shaded, divided among threads.
package protocol PassedShader: LayerShader {
  /// The number of tasks after an `update`; 0 where nothing has changed.
  var taskCount: Int { get }

  /// Performs a task. Tasks run in any order on any threads.
  func perform(task: Int)

  /// Tells that all tasks are done.
  func endPasses()
}

extension LayerShader {
  /// Estimated cost of a tile, in units of the cost of an opaque linear gradient.
  package var cost: Float { Float(pixelNanoseconds / Gradient.linearPixelNanoseconds) }

  package var isEmpty: Bool { false }
  package var isOpaque: Bool { false }
  package var canShadeInPlace: Bool { false }
  package func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool { false }
  package func contentBox(in rect: PixelRect) -> PixelRect { rect }
}
