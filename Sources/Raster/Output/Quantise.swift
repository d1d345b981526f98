import Lanes

/// Writes the pixels of `region` as an encoder takes them: exposure, tone map, sRGB curve, matrix, dither, rounding,
/// straight from the tile.
///
/// `region` is in frame pixels and inside both the tile and the frame. For 4:2:0 its origin is even, and so is its
/// size; the tile also covers the eight columns left of it, unless `region.x` is 0 (there the canvas edge repeats).
/// A `glow` is added to the light on the way; the region then begins at a multiple of 4.
/// With `touched` only its blocks are written, whose first one is the tile's; for 4:2:0 it has been widened for that. The
/// region then begins 8 columns right of the tile, or 0.
/// Threads may write disjoint regions of one buffer, each with `scratch` memory of its own. The bytes of a pixel do not depend on how a frame is cut.
package func quantise(
  _ tile: Tile, region: PixelRect, transform: OutputTransform, glow: Glow? = nil,
  touched: DirtyBlocks? = nil, into output: PixelBuffer,
  scratch: AlignedBuffer<Float> = AlignedBuffer(count: 0)
) {
  if region.width <= 0 || region.height <= 0 { return }
  precondition(
    region.x >= tile.x && region.y >= tile.y && region.endX <= tile.x + tile.width
      && region.endY <= tile.y + tile.height, "A tile must cover the region that is written from it.")
  precondition(
    region.x >= 0 && region.y >= 0 && region.endX <= output.width && region.endY <= output.height,
    "A region must lie inside the frame.")
  let format = output.format
  let source = LightSource(
    tile: tile, region: region, glow: glow, room: format.halvesChroma && region.x > 0 ? EncodedRow.leftRoom : 0,
    hasAlpha: format.hasAlpha, touched: touched, memory: scratch)
  precondition(
    touched == nil || region.x - tile.x == source.room && region.y == tile.y,
    "Touched blocks must begin with the tile.")
  switch format {
  case .rgb24: RGBWriter(source, transform, output).write8(hasAlpha: false)
  case .rgba: RGBWriter(source, transform, output).write8(hasAlpha: true)
  case .rgba64: RGBWriter(source, transform, output).write16()
  case .yuv420p: YUVWriter<UInt8>(source, transform, output).writeHalved()
  case .yuv444p: YUVWriter<UInt8>(source, transform, output).writeFull()
  case .yuv420p10: YUVWriter<UInt16>(source, transform, output).writeHalved()
  case .yuv444p10: YUVWriter<UInt16>(source, transform, output).writeFull()
  case .floatPlanes: copyPlanes(source, output)
  }
}

/// The framebuffer as it is, planes G B R A.
private func copyPlanes(_ source: LightSource, _ output: PixelBuffer) {
  let region = source.region
  source.memory.reserve(source.scratchCount)
  for y in region.y..<region.endY {
    let light = source.row(y, scratch: source.memory.base)
    for (index, plane) in [1, 2, 0, 3].enumerated() {
      let row = output.plane(index) + y * output.stride(ofPlane: index) + 4 * region.x
      UnsafeMutableRawPointer(row).copyMemory(
        from: light.base + plane * light.planeStride, byteCount: 4 * region.width)
    }
  }
}
