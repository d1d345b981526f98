import Lanes

/// Lays a layer that was drawn alone onto another tile inside `region`, which both must cover. Without `keepsAlpha` the
/// destination's alpha is left undefined, which is refused for `multiply`, whose light depends on it. With `blocks` only
/// those are laid, in tiles that are as large as the region; all others count as transparent.
package func composite(
  _ source: Tile, onto destination: Tile, region: PixelRect, blend: BlendKind, opacity: Float, clampsToUnit: Bool,
  keepsAlpha: Bool = true, blocks: OccupiedBlocks? = nil
) {
  precondition(keepsAlpha || blend != .multiply, "Multiplying needs the alpha of what is below.")
  switch (blend, clampsToUnit, keepsAlpha) {
  case (.normal, false, true): layOver(source, destination, region, blocks, opacity, NormalBlend())
  case (.normal, false, false): layOver(source, destination, region, blocks, opacity, WithoutAlpha(NormalBlend()))
  case (.add, false, true): layOver(source, destination, region, blocks, opacity, AddBlend())
  case (.add, false, false): layOver(source, destination, region, blocks, opacity, WithoutAlpha(AddBlend()))
  case (.screen, false, false): layOver(source, destination, region, blocks, opacity, WithoutAlpha(ScreenBlend()))
  default: layOver(source, destination, region, blocks, opacity, AnyBlend(kind: blend, clampsToUnit: clampsToUnit))
  }
}

/// Whether `composite` reads the alphas of the layer that it lays.
package func readsSourceAlpha(blend: BlendKind, clampsToUnit: Bool, keepsAlpha: Bool) -> Bool {
  keepsAlpha || clampsToUnit || (blend != .add && blend != .screen)
}

/// Makes every pixel of a tile transparent black; without `keepsAlpha` the alphas are left undefined.
package func clear(_ tile: Tile, keepsAlpha: Bool = true) {
  if !keepsAlpha {
    for row in 0..<tile.height { tile.row(row, plane: 0).update(repeating: 0, count: 3 &* tile.width) }
    return
  }
  tile.base.update(repeating: 0, count: tile.rowStride * tile.height)
}

/// Makes every pixel of a tile one premultiplied colour.
package func fill(_ tile: Tile, red: Float, green: Float, blue: Float, alpha: Float) {
  for row in 0..<tile.height {
    tile.row(row, plane: 0).update(repeating: red, count: tile.width)
    tile.row(row, plane: 1).update(repeating: green, count: tile.width)
    tile.row(row, plane: 2).update(repeating: blue, count: tile.width)
    tile.row(row, plane: 3).update(repeating: alpha, count: tile.width)
  }
}

/// Copies the pixels of `region`, which both tiles must cover.
package func copy(_ source: Tile, region: PixelRect, into destination: Tile) {
  if region.width <= 0 || region.height <= 0 { return }
  requireCover(source, region)
  requireCover(destination, region)
  for y in region.y..<region.endY {
    for plane in 0..<4 {
      (destination.row(y - destination.y, plane: plane) + (region.x - destination.x))
        .update(from: source.row(y - source.y, plane: plane) + (region.x - source.x), count: region.width)
    }
  }
}

/// Copies a tile past the cache to memory of the same place and size where it will not be read soon.
package func stream(_ source: Tile, to destination: Tile, keepsAlpha: Bool) {
  precondition(
    source.width == destination.width && source.height == destination.height,
    "A tile is streamed to memory of its own size.")
  let count = (keepsAlpha ? 4 : 3) &* source.width
  for row in 0..<source.height {
    let (from, onto) = (source.row(row, plane: 0), destination.row(row, plane: 0))
    var column = 0
    while column < count {
      Lanes.stream(Lanes.load(from + column), to: onto + column)
      column &+= 8
    }
  }
  Lanes.endStreaming()
}

private func requireCover(_ tile: Tile, _ region: PixelRect) {
  precondition(
    region.x >= tile.x && region.y >= tile.y && region.endX <= tile.x + tile.width
      && region.endY <= tile.y + tile.height, "A tile must cover the region that it is read or written in.")
}

@inline(__always)
private func layOver<Rule: Blender>(
  _ source: Tile, _ destination: Tile, _ region: PixelRect, _ blocks: OccupiedBlocks?, _ opacity: Float, _ rule: Rule
) {
  if region.width <= 0 || region.height <= 0 { return }
  requireCover(source, region)
  requireCover(destination, region)
  if let blocks { return layBlocks(source, destination, blocks, opacity, rule) }
  let blocks = region.width / 8
  let rest = region.width % 8
  // Whole blocks go straight; what is left of a row goes through a block of its own, because the blocks beside the region may
  // be anything.
  withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { memory in
    let light = memory.baseAddress.unsafelyUnwrapped
    let below = light + 32
    light.initialize(repeating: 0, count: 64)
    for y in region.y..<region.endY {
      var from = source.row(y - source.y, plane: 0) + (region.x - source.x)
      var onto = destination.row(y - destination.y, plane: 0) + (region.x - destination.x)
      for _ in 0..<blocks {
        lay(from, source.width, opacity, rule, onto, destination.width)
        from += 8
        onto += 8
      }
      if rest == 0 { continue }
      for plane in 0..<4 {
        (light + 8 &* plane).update(from: from + plane &* source.width, count: rest)
        (below + 8 &* plane).update(from: onto + plane &* destination.width, count: rest)
      }
      lay(light, 8, opacity, rule, below, 8)
      for plane in 0..<4 { (onto + plane &* destination.width).update(from: below + 8 &* plane, count: rest) }
    }
  }
}

/// Lays the eight pixels at `from`, whose planes lie `width` apart.
@inline(__always)
private func lay<Rule: Blender>(
  _ from: UnsafeMutablePointer<Float>, _ width: Int, _ opacity: Float, _ rule: Rule,
  _ onto: UnsafeMutablePointer<Float>,
  _ ontoWidth: Int
) {
  rule.lay(
    red: Lanes.load(from) * opacity, green: Lanes.load(from + width) * opacity,
    blue: Lanes.load(from + 2 &* width) * opacity, alpha: Lanes.load(from + 3 &* width) * opacity, onto: onto,
    width: ontoWidth)
}

@inline(__always)
private func layBlocks<Rule: Blender>(
  _ source: Tile, _ destination: Tile, _ blocks: OccupiedBlocks, _ opacity: Float, _ rule: Rule
) {
  precondition(
    source.x == destination.x && source.y == destination.y && source.width == destination.width
      && source.height == destination.height, "Blocks are laid between tiles of one place and size.")
  let width = source.width
  for row in 0..<source.height {
    let (from, onto) = (source.row(row, plane: 0), destination.row(row, plane: 0))
    blocks.forEach(row: row) { column in
      lay(from + column, width, opacity, rule, onto + column, width)
    }
  }
}
