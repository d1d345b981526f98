import Lanes
import Model
import Raster

/// A shader whose layer is one placed picture: a still picture, or the frame of a clip.
protocol PlacedPictureShader: PlacedShader {
  var placed: PlacedPicture { get }
}

extension PlacedPictureShader {
  var isEmpty: Bool { placed.isEmpty }
  var canShadeInPlace: Bool { true }
  /// A tile is only partly covered.
  var pixelNanoseconds: Double { 1.2 }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    placed.markDirty(blocks, rect: rect)
    return true
  }

  func contentBox(in rect: PixelRect) -> PixelRect { placed.contentBox(in: rect) }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    placed.draw(tile, blocks: blocks, scratch: scratch)
  }
}

extension PlaneRect {
  /// The box with an animated centre and size, both in points, at one time; in pixels if a point has `scale` of them.
  init(center: AnimatedPoint, size: AnimatedPoint, scale: Double, at clock: AnimationClock) {
    let (width, height) = (size.x.value(at: clock) * scale, size.y.value(at: clock) * scale)
    self.init(
      x: center.x.value(at: clock) * scale - width / 2, y: center.y.value(at: clock) * scale - height / 2,
      width: width, height: height)
  }
}
