import Lanes

/// Converts a tile's pixels to an encoder's samples: glow, exposure, tone map, background, transfer curve, matrix, dither and
/// rounding.
///
/// Several threads may write disjoint regions of one buffer, each with scratch memory of its own. The bytes of a pixel do not
/// depend on how a frame is cut into regions. The buffer's `matteSource`, if it has one, receives the
/// same pixels with alpha.
///
/// - Parameters:
///   - region: frame pixels inside both the tile and the frame. If the format halves chroma, origin and size must be even, and
///     the tile must also cover the eight columns left of the region, unless `region.x` is 0.
///   - glow: a bloom's light, which is added before exposure and tone map; `region.x` must then be a multiple of 4.
///   - background: the background, of the frame's size, over which the pixels are laid after exposure and tone map; nil for none.
///     With a background, the tile's alpha must be defined.
///   - dirty: the blocks to write, counted from the tile's first; nil for the whole region. With them, the region must begin with the
///     tile's first row, 0 or 8 columns right of its left side. If the format halves chroma, the blocks must have been widened
///     (`DirtyBlocks.widenForHalvedChroma`).
package func convertTile(
  _ tile: Tile, region: PixelRect, transform: OutputTransform, glow: AddedBloom? = nil,
  background: Background? = nil, dirty: DirtyBlocks? = nil, into output: PixelBuffer,
  scratch: AlignedBuffer<Float> = AlignedBuffer(count: 0)
) {
  if region.width <= 0 || region.height <= 0 { return }
  requireTile(tile, covers: region)
  precondition(
    region.x >= 0 && region.y >= 0 && region.endX <= output.width && region.endY <= output.height,
    "A region must lie inside the frame.")
  if let background {
    precondition(
      background.width == output.width && background.height == output.height,
      "A background must have the frame's size.")
  }
  let format = output.format
  let outputBackground = background.map {
    OutputBackground(background: $0, transform: format == .floatPlanes ? nil : transform)
  }
  let transform = outputBackground == nil ? transform : transform.afterToneMapping
  let source = OutputSource(
    tile: tile, region: region, glow: glow,
    leftMargin: format.halvesChromaWidth && region.x > 0 ? EncodedRow.margin : 0,
    readsAlpha: format.hasAlpha || background != nil, background: outputBackground, dirty: dirty, memory: scratch)
  precondition(
    dirty == nil
      || region.y == tile.y
        && (region.x - tile.x == source.leftMargin || region.x - tile.x == EncodedRow.margin),
    "Dirty blocks must begin with the tile.")
  switch format.kind {
  case .packedRGB: RGBWriter(source, transform, output).write()
  case .planarYUV where format.bitDepth > 8: YUVWriter<UInt16>(source, transform, output).write()
  case .planarYUV: YUVWriter<UInt8>(source, transform, output).write()
  case .floatPlanes: copyPlanes(source, output)
  }
  if let matte = output.matteSource {
    precondition(background == nil, "Over a background there is no alpha for a matte.")
    convertTile(
      tile, region: region, transform: transform.forMatte, glow: glow, dirty: dirty, into: matte, scratch: scratch)
  }
}

/// Writes the planes G, B, R and A: the tile's values with the glow, laid over the background, without exposure or tone map.
private func copyPlanes(_ source: OutputSource, _ output: PixelBuffer) {
  let region = source.region
  let blocks = EveryBlock(width: region.width, leftMargin: 0)
  source.memory.resize(to: source.scratchCount)
  for y in region.y..<region.endY {
    let light = source.row(y, blocks, scratch: source.memory.base)
    // The order G B R A of the output, as indices of the tile's planes R G B A.
    for (index, plane) in [1, 2, 0, 3].enumerated() {
      let row = output.plane(index) + y * output.stride(ofPlane: index) + 4 * region.x
      UnsafeMutableRawPointer(row).copyMemory(
        from: light.base + plane * light.planeStride, byteCount: 4 * region.width)
    }
  }
}
