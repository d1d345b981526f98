import Lanes
import Model
import Raster
import Shading

/// The picture of a source at a time.
func pictureOf(
  _ source: Layer.Source, _ canvas: Canvas, at time: Double = 0, path: UInt64 = 1
) -> any LayerShader {
  let period = canvas.loops ? canvas.duration.double : nil
  guard let picture = makeLayerShader(for: source, in: ShaderContext(path: path, canvas: canvas, period: period)) else {
    preconditionFailure("Only sources with a picture are drawn so.")
  }
  picture.update(at: AnimationClock(time))
  return picture
}

/// A whole frame of a picture, drawn in tiles of a size: what it tells of (an opaque one need not tell), and transparent black
/// elsewhere.
func drawn(_ picture: any LayerShader, _ canvas: Canvas, tile: (Int, Int)? = nil) -> FrameBuffer {
  let frame = FrameBuffer(width: canvas.widthPixels, height: canvas.heightPixels)
  let (width, height) = tile ?? (canvas.widthPixels, canvas.heightPixels)
  let blocks = OccupiedBlocks()
  let scratch = AlignedBuffer<Float>(count: 0)
  for y in stride(from: 0, to: canvas.heightPixels, by: height) {
    for x in stride(from: 0, to: canvas.widthPixels, by: width) {
      let rect = PixelRect(
        x: x, y: y, width: min(width, canvas.widthPixels - x), height: min(height, canvas.heightPixels - y))
      let part = FrameBuffer(width: rect.width, height: rect.height)
      part.tile.base.update(repeating: 9, count: part.tile.width * part.tile.height * 4)
      let rows = part.tile(at: rect)
      let isTouched = picture.shade(into: rows, blocks: blocks, scratch: scratch, keepsAlpha: true)
      for row in 0..<rect.height {
        for plane in 0..<4 {
          let out = frame.tile.row(y + row, plane: plane) + x
          for column in 0..<rect.width { out[column] = 0 }
          guard isTouched else { continue }
          if picture.isOpaque {
            for column in 0..<rect.width { out[column] = rows.row(row, plane: plane)[column] }
            continue
          }
          blocks.forEach(row: row) { first in
            for column in first..<min(first + 8, rect.width) { out[column] = rows.row(row, plane: plane)[column] }
          }
        }
      }
    }
  }
  return frame
}
