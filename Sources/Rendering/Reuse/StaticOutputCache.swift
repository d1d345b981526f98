import Lanes
import Raster

/// The samples, as an encoder takes them, that the lowest layers of the stack alone become, tile by tile.
///
/// They are made from a tile at the moment when just these layers lie on it, and are good for as long as the backdrop is the
/// same picture and the output transform the same: conversion depends on nothing else (the dither mask stands still).
/// `begin` is called once a frame; a tile's part is then touched by that tile's job alone.
final class StaticOutputCache: @unchecked Sendable {
  private struct Key: Equatable {
    var picture: Int
    var transform: Int
  }

  private let pixels: PixelBuffer
  private let grid: TileGrid
  /// What each tile's samples are of.
  private let keys: AlignedBuffer<Key>
  /// For each tile, frames for which nobody should ask.
  private let pauses: AlignedBuffer<UInt8>
  private var current = Key(picture: 0, transform: 0)
  private var transform = OutputTransform()
  /// Whether the frame before had the same backdrop and transform: only then is it worth while to convert a backdrop alone.
  private var isSteady = false

  /// Nil where samples cannot be kept: a format of floats, tiles too wide for `DirtyBlocks`.
  init?(format: PixelFormat, grid: TileGrid) {
    guard format != .floatPlanes, DirtyBlocks.canCover(width: grid.tileWidth + grid.leftMargin) else { return nil }
    self.grid = grid
    pixels = PixelBuffer(format: format, width: grid.frameWidth, height: grid.frameHeight)
    keys = AlignedBuffer(count: grid.count)
    pauses = AlignedBuffer(count: grid.count)
    keys.fill(with: Key(picture: -1, transform: -1))
  }

  /// - Parameter picture: a number that stands for the layers of the backdrop, 0 for none.
  func begin(picture: Int, transform: OutputTransform) {
    var next = current
    next.picture = picture
    if transform != self.transform { next.transform += 1 }
    self.transform = transform
    isSteady = next == current
    current = next
  }

  /// Whether the samples of a tile are those of the frame at hand.
  private func holds(tile: Int) -> Bool { keys.base[tile] == current }

  /// The same, but no for some frames after a `pause`.
  func offers(tile: Int) -> Bool {
    if pauses.base[tile] > 0 {
      pauses.base[tile] -= 1
      return false
    }
    return holds(tile: tile)
  }

  /// So much of the tile is touched that it is not worth while to look closely at the next few frames.
  func pause(tile: Int) { pauses.base[tile] = 7 }

  /// Whether they should be made when just the backdrop lies on the tile.
  func wants(tile: Int) -> Bool { isSteady && !holds(tile: tile) }

  /// Converts a tile with just the backdrop on it.
  func keep(_ tile: Tile, number: Int, scratch: AlignedBuffer<Float>) {
    quantise(tile, region: grid.region(number), transform: transform, into: pixels, scratch: scratch)
    keys.base[number] = current
  }

  /// Copies the samples of a tile to a frame.
  func copy(tile number: Int, into output: PixelBuffer) { output.copy(grid.region(number), from: pixels) }
}
