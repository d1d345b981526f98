import Lanes

/// Makes every pixel of a tile transparent black. If `writesAlpha` is false, the alpha plane is not touched.
package func clear(_ tile: Tile, writesAlpha: Bool = true) {
  if !writesAlpha {
    for row in 0..<tile.height { tile.row(row, plane: 0).update(repeating: 0, count: 3 &* tile.width) }
    return
  }
  tile.base.update(repeating: 0, count: tile.rowStride * tile.height)
}

/// Makes the pixels of `region`, in frame pixels, transparent black. The tile must cover the region.
func clear(_ tile: Tile, region: PixelRect) {
  for row in (region.y - tile.y)..<(region.endY - tile.y) {
    for plane in 0..<4 {
      (tile.row(row, plane: plane) + (region.x - tile.x)).update(repeating: 0, count: region.width)
    }
  }
}

/// Sets every pixel of a tile to one premultiplied colour.
package func fill(_ tile: Tile, red: Float, green: Float, blue: Float, alpha: Float) {
  for row in 0..<tile.height {
    tile.row(row, plane: 0).update(repeating: red, count: tile.width)
    tile.row(row, plane: 1).update(repeating: green, count: tile.width)
    tile.row(row, plane: 2).update(repeating: blue, count: tile.width)
    tile.row(row, plane: 3).update(repeating: alpha, count: tile.width)
  }
}

/// Copies a tile to another of the same size. If `writesAlpha` is false, the alpha plane is not copied. The stores bypass the cache,
/// so the destination should be memory that is not read soon.
package func stream(_ source: Tile, to destination: Tile, writesAlpha: Bool) {
  precondition(
    source.width == destination.width && source.height == destination.height,
    "A tile is streamed to memory of its own size.")
  let rowFloats = (writesAlpha ? 4 : 3) &* source.width
  for row in 0..<source.height {
    let (sourceRow, destinationRow) = (source.row(row, plane: 0), destination.row(row, plane: 0))
    var offset = 0
    while offset < rowFloats {
      Lanes.stream(Lanes.load(sourceRow + offset), to: destinationRow + offset)
      offset &+= 8
    }
  }
  Lanes.endStreaming()
}

/// Checks that all of `region`, in frame pixels, lies inside the tile; otherwise stops the program.
func requireTile(_ tile: Tile, covers region: PixelRect) {
  precondition(
    region.x >= tile.x && region.y >= tile.y && region.endX <= tile.x + tile.width
      && region.endY <= tile.y + tile.height, "A tile must cover the region that it is read or written in.")
}
