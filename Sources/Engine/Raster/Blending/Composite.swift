import Lanes

/// Blends a layer, drawn on the tile `source`, onto the target's tile.
///
/// - Parameters:
///   - source: the layer's pixels.
///   - region: the frame pixels to blend, which both tiles must cover.
///   - blocks: the blocks in which the layer has drawn anything. If given, the marked blocks of the whole tile are blended, even outside
///     of `region`, all others count as transparent, and both tiles must have the same position and size.
///   - target: the tile to blend onto, and how.
package func composite(
  _ source: Tile, region: PixelRect, blocks: OccupiedBlocks? = nil, onto target: BlendTarget
) {
  if region.width <= 0 || region.height <= 0 { return }
  requireTile(source, covers: region)
  requireTile(target.tile, covers: region)
  if let blocks {
    target.withBlender(CompositeBlocks(source: source, blocks: blocks, target: target))
  } else {
    target.withBlender(CompositeRows(source: source, region: region, target: target))
  }
}

/// Blends every pixel of a region.
private struct CompositeRows: BlendLoop {
  let source: Tile
  let region: PixelRect
  let target: BlendTarget

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    let targetTile = target.tile
    let wholeBlockCount = region.width / 8
    let remainder = region.width % 8
    // Whole blocks are blended in place. The remainder of a row is copied to separate blocks, blended there and copied back,
    // because pixels beside the region must not change. `sourceCopy` and `backdropCopy` are these blocks: four planes of eight
    // floats.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { memory in
      let sourceCopy = memory.baseAddress.unsafelyUnwrapped
      let backdropCopy = sourceCopy + 32
      sourceCopy.initialize(repeating: 0, count: 64)
      for y in region.y..<region.endY {
        var sourceBlock = source.row(y - source.y, plane: 0) + (region.x - source.x)
        var targetBlock = targetTile.row(y - targetTile.y, plane: 0) + (region.x - targetTile.x)
        for _ in 0..<wholeBlockCount {
          blendBlock(sourceBlock, source.width, target.opacity, blender, targetBlock, targetTile.width)
          sourceBlock += 8
          targetBlock += 8
        }
        if remainder == 0 { continue }
        for plane in 0..<4 {
          (sourceCopy + 8 &* plane).update(from: sourceBlock + plane &* source.width, count: remainder)
          (backdropCopy + 8 &* plane).update(from: targetBlock + plane &* targetTile.width, count: remainder)
        }
        blendBlock(sourceCopy, 8, target.opacity, blender, backdropCopy, 8)
        for plane in 0..<4 {
          (targetBlock + plane &* targetTile.width).update(from: backdropCopy + 8 &* plane, count: remainder)
        }
      }
    }
  }
}

/// Blends the occupied blocks of a tile.
private struct CompositeBlocks: BlendLoop {
  let source: Tile
  let blocks: OccupiedBlocks
  let target: BlendTarget

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    let targetTile = target.tile
    precondition(
      source.x == targetTile.x && source.y == targetTile.y && source.width == targetTile.width
        && source.height == targetTile.height, "Blocks are blended between tiles of one position and size.")
    let width = source.width
    for row in 0..<source.height {
      let (sourceRow, targetRow) = (source.row(row, plane: 0), targetTile.row(row, plane: 0))
      blocks.forEach(row: row) { column in
        blendBlock(sourceRow + column, width, target.opacity, blender, targetRow + column, width)
      }
    }
  }
}

/// Blends the eight pixels at `source` onto the eight pixels at `backdrop`. The plane strides are the numbers of floats from
/// one plane to the next.
@inline(__always)
private func blendBlock<ConcreteBlender: Blender>(
  _ source: UnsafeMutablePointer<Float>, _ sourcePlaneStride: Int, _ opacity: Float, _ blender: ConcreteBlender,
  _ backdrop: UnsafeMutablePointer<Float>, _ backdropPlaneStride: Int
) {
  blender.blend(
    red: Lanes.load(source) * opacity, green: Lanes.load(source + sourcePlaneStride) * opacity,
    blue: Lanes.load(source + 2 &* sourcePlaneStride) * opacity,
    alpha: Lanes.load(source + 3 &* sourcePlaneStride) * opacity, onto: backdrop, planeStride: backdropPlaneStride)
}
