import Lanes
import Raster

/// The encoder samples of the static layers alone, tile by tile.
///
/// They are made from a tile at the moment when just these layers lie on it. They are good for as long as the layers' content
/// and the output transform stay the same: conversion depends on nothing else (the dither mask stands still). `begin` is called
/// once a frame; a tile's samples are then used by that tile's job alone.
final class StaticOutputCache: @unchecked Sendable {
  private struct Key: Equatable {
    var content: Int
    var transform: Int
  }

  private let pixels: PixelBuffer
  private let grid: TileGrid
  /// The content and transform of each tile's samples.
  private let keys: AlignedBuffer<Key>
  /// For each tile, the frames for which it is not offered.
  private let pauses: AlignedBuffer<UInt8>
  private var current = Key(content: 0, transform: 0)
  private var transform = OutputTransform()
  /// Whether the frame before had the same content and transform: only then does it pay to convert the static layers alone.
  private var isSteady = false

  /// Nil where samples cannot be kept: a format of floats, tiles too wide for `DirtyBlocks`.
  init?(format: PixelFormat, grid: TileGrid) {
    guard format != .floatPlanes, DirtyBlocks.canCover(width: grid.tileWidth + grid.leftMargin) else { return nil }
    self.grid = grid
    pixels = PixelBuffer(format: format, width: grid.extent.width, height: grid.extent.height)
    keys = AlignedBuffer(count: grid.count)
    pauses = AlignedBuffer(count: grid.count)
    keys.fill(with: Key(content: -1, transform: -1))
  }

  /// - Parameter content: a number that stands for the static layers, 0 for none.
  func begin(content: Int, transform: OutputTransform) {
    var next = current
    next.content = content
    if transform != self.transform { next.transform += 1 }
    self.transform = transform
    isSteady = next == current
    current = next
  }

  /// Whether the samples of a tile are those of the frame at hand.
  private func holds(tile: Int) -> Bool { keys.base[tile] == current }

  /// Whether the samples are those of the frame at hand; false for some frames after a `pause`.
  func offers(tile: Int) -> Bool {
    if pauses.base[tile] > 0 {
      pauses.base[tile] -= 1
      return false
    }
    return holds(tile: tile)
  }

  /// Stops offering a tile for a few frames: so much of it is dirty that it does not pay.
  func pause(tile: Int) { pauses.base[tile] = 7 }

  /// Whether samples should be made when just the static layers lie on the tile.
  func wants(tile: Int) -> Bool { isSteady && !holds(tile: tile) }

  /// Converts a tile with just the static layers on it.
  func keep(_ tile: Tile, number: Int, scratch: AlignedBuffer<Float>) {
    quantise(tile, region: grid.region(number), transform: transform, into: pixels, scratch: scratch)
    keys.base[number] = current
  }

  /// Copies the samples of a tile to a frame.
  func copy(tile number: Int, into output: PixelBuffer) { output.copy(grid.region(number), from: pixels) }
}
