import Lanes
import Raster

/// Keeps the encoder samples that a frame of only the static layers would have, tile by tile.
///
/// The samples of a tile are made when only the static layers have been drawn on it. They are valid as long as these layers'
/// content, the output transform and the background stay the same: conversion depends on nothing else (the dither mask is the
/// same in all frames). `begin` is called once a frame; a tile's samples are then used only by that tile's task.
final class StaticOutputCache: @unchecked Sendable {
  /// Everything that a tile's samples depend on.
  private struct Key: Equatable {
    /// `StaticLayerTracker.contentID`.
    var contentID: Int
    /// Counts how often the output transform or the background has changed.
    var conversionVersion: Int
  }

  /// The samples of all tiles.
  private let samples: PixelBuffer
  private let grid: TileGrid
  /// For each tile, the key with which its samples were made.
  private let keys: AlignedBuffer<Key>
  /// For each tile, the number of further frames in which its samples are not offered.
  private let pausedFrames: AlignedBuffer<UInt8>
  /// The key of the current frame.
  private var current = Key(contentID: 0, conversionVersion: 0)
  /// The output transform of the current frame.
  private var transform = OutputTransform()
  /// The background of the current frame. The reference is weak, so that the background is not kept alive between frames.
  private weak var background: Background?
  /// Whether the current frame has a background.
  private var hasBackground = false
  /// Whether the frame before had the same key: only then is it worth converting the static layers alone.
  private var isSteady = false

  /// Number of frames for which a pause lasts.
  private static let pauseFrameCount: UInt8 = 7

  /// Returns nil if samples cannot be kept: for a format of floats, or for tiles too wide for `DirtyBlocks`.
  ///
  /// - Parameter hasMatteSource: whether frames have a `PixelBuffer.matteSource`, a second buffer from which a picture of the frame's alpha
  ///   is made; the cache then keeps the second buffer's samples, too.
  init?(format: PixelFormat, hasMatteSource: Bool, grid: TileGrid) {
    guard format != .floatPlanes, DirtyBlocks.canCover(width: grid.tileWidth + grid.leftMargin) else { return nil }
    self.grid = grid
    samples = PixelBuffer(
      format: format, width: grid.extent.width, height: grid.extent.height, hasMatteSource: hasMatteSource)
    keys = AlignedBuffer(count: grid.count)
    pausedFrames = AlignedBuffer(count: grid.count)
    keys.fill(with: Key(contentID: -1, conversionVersion: -1))
  }

  /// Begins a frame.
  ///
  /// - Parameters:
  ///   - contentID: `StaticLayerTracker.contentID`, 0 for no static layers.
  ///   - background: what the frame is laid over. It must live until the frame is finished.
  func begin(contentID: Int, transform: OutputTransform, background: Background?) {
    var next = current
    next.contentID = contentID
    let hasSameBackground = hasBackground ? background != nil && background === self.background : background == nil
    if transform != self.transform || !hasSameBackground { next.conversionVersion += 1 }
    self.transform = transform
    if !hasSameBackground {
      self.background = background
      hasBackground = background != nil
    }
    isSteady = next == current
    current = next
  }

  /// Whether the kept samples of a tile are valid in the current frame.
  private func holds(tileIndex: Int) -> Bool { keys.base[tileIndex] == current }

  /// Whether the kept samples of a tile are valid in the current frame and worth using; false for some frames after a `pause`.
  /// Each call counts as one frame of the pause, so it must be called exactly once for each tile and frame.
  func offers(tileIndex: Int) -> Bool {
    if pausedFrames.base[tileIndex] > 0 {
      pausedFrames.base[tileIndex] -= 1
      return false
    }
    return holds(tileIndex: tileIndex)
  }

  /// Stops offering a tile's samples for a few frames, since so much of the tile is dirty that they save nothing.
  func pause(tileIndex: Int) { pausedFrames.base[tileIndex] = Self.pauseFrameCount }

  /// Whether `keep` should be called when only the static layers have been drawn on the tile.
  func wants(tileIndex: Int) -> Bool { isSteady && !holds(tileIndex: tileIndex) }

  /// Converts a tile on which only the static layers have been drawn, and keeps the samples.
  func keep(_ tile: Tile, tileIndex: Int, scratch: AlignedBuffer<Float>) {
    convertTile(
      tile, region: grid.region(tileIndex), transform: transform, background: background, into: samples,
      scratch: scratch)
    keys.base[tileIndex] = current
  }

  /// Copies the samples of a tile to a frame.
  func copy(tileIndex: Int, into output: PixelBuffer) { output.copy(grid.region(tileIndex), from: samples) }
}
