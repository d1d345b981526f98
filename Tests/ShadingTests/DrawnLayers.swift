import Lanes
import Model
import Raster
import Shading

/// Makes the shader of a source and updates it for a time.
func shaderOf(
  _ source: Layer.Source, _ canvas: Canvas, at time: Double = 0, path: UInt64 = 1
) -> any LayerShader {
  let loopSeconds = canvas.loops ? canvas.duration.double : nil
  guard
    let shader = makeLayerShader(for: source, in: ShaderContext(path: path, canvas: canvas, loopSeconds: loopSeconds))
  else {
    preconditionFailure("Only sources with a shader are drawn so.")
  }
  shader.update(at: AnimationClock(time))
  return shader
}

/// Draws a whole frame in tiles of the given size: the blocks that the shader records (all blocks of an opaque one), and transparent black
/// elsewhere.
func drawn(_ shader: any LayerShader, _ canvas: Canvas, tile: (width: Int, height: Int)? = nil) -> TileBuffer {
  let frame = TileBuffer(width: canvas.widthPixels, height: canvas.heightPixels)
  let (width, height) = tile ?? (canvas.widthPixels, canvas.heightPixels)
  let blocks = OccupiedBlocks()
  let scratch = AlignedBuffer<Float>(count: 0)
  for y in stride(from: 0, to: canvas.heightPixels, by: height) {
    for x in stride(from: 0, to: canvas.widthPixels, by: width) {
      let rect = PixelRect(
        x: x, y: y, width: min(width, canvas.widthPixels - x), height: min(height, canvas.heightPixels - y))
      let buffer = TileBuffer(width: rect.width, height: rect.height)
      // Stale numbers, which must not show.
      buffer.tile.base.update(repeating: 9, count: buffer.tile.width * buffer.tile.height * 4)
      let part = buffer.tile(at: rect)
      let isCovered = shader.shade(into: part, blocks: blocks, scratch: scratch, writesAlpha: true)
      for row in 0..<rect.height {
        for plane in 0..<4 {
          let out = frame.tile.row(y + row, plane: plane) + x
          for column in 0..<rect.width { out[column] = 0 }
          guard isCovered else { continue }
          if shader.isOpaque {
            for column in 0..<rect.width { out[column] = part.row(row, plane: plane)[column] }
            continue
          }
          blocks.forEach(row: row) { first in
            for column in first..<min(first + 8, rect.width) { out[column] = part.row(row, plane: plane)[column] }
          }
        }
      }
    }
  }
  return frame
}
