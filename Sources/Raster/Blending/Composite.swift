import Lanes

/// Blends a layer that was drawn on a tile of its own onto the target's tile, inside `region`, which both tiles must cover.
///
/// With `blocks` only the marked blocks are blended, in the whole tile whatever `region` is, and the others count as
/// transparent; both tiles must then have the same position and size.
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
    let destination = target.tile
    let wholeBlockCount = region.width / 8
    let remainder = region.width % 8
    // Whole blocks are blended in place. The remainder of a row is copied to a block of its own and back, because the
    // pixels beside the region must not change. `light` and `backdrop` are such blocks: four planes of eight floats.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { memory in
      let light = memory.baseAddress.unsafelyUnwrapped
      let backdrop = light + 32
      light.initialize(repeating: 0, count: 64)
      for y in region.y..<region.endY {
        var from = source.row(y - source.y, plane: 0) + (region.x - source.x)
        var onto = destination.row(y - destination.y, plane: 0) + (region.x - destination.x)
        for _ in 0..<wholeBlockCount {
          blendBlock(from, source.width, target.opacity, blender, onto, destination.width)
          from += 8
          onto += 8
        }
        if remainder == 0 { continue }
        for plane in 0..<4 {
          (light + 8 &* plane).update(from: from + plane &* source.width, count: remainder)
          (backdrop + 8 &* plane).update(from: onto + plane &* destination.width, count: remainder)
        }
        blendBlock(light, 8, target.opacity, blender, backdrop, 8)
        for plane in 0..<4 {
          (onto + plane &* destination.width).update(from: backdrop + 8 &* plane, count: remainder)
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
    let destination = target.tile
    precondition(
      source.x == destination.x && source.y == destination.y && source.width == destination.width
        && source.height == destination.height, "Blocks are blended between tiles of one position and size.")
    let width = source.width
    for row in 0..<source.height {
      let (from, onto) = (source.row(row, plane: 0), destination.row(row, plane: 0))
      blocks.forEach(row: row) { column in
        blendBlock(from + column, width, target.opacity, blender, onto + column, width)
      }
    }
  }
}

/// Blends the eight pixels at `source`, whose planes lie `sourceWidth` floats apart, onto those at `backdrop`, whose planes lie
/// `backdropWidth` apart.
@inline(__always)
private func blendBlock<ConcreteBlender: Blender>(
  _ source: UnsafeMutablePointer<Float>, _ sourceWidth: Int, _ opacity: Float, _ blender: ConcreteBlender,
  _ backdrop: UnsafeMutablePointer<Float>, _ backdropWidth: Int
) {
  blender.blend(
    red: Lanes.load(source) * opacity, green: Lanes.load(source + sourceWidth) * opacity,
    blue: Lanes.load(source + 2 &* sourceWidth) * opacity, alpha: Lanes.load(source + 3 &* sourceWidth) * opacity,
    onto: backdrop, planeStride: backdropWidth)
}
