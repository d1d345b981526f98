/// Copies the pixels of `region`, which both tiles must cover.
package func copy(_ source: Tile, region: PixelRect, into destination: Tile) {
  for y in region.y..<region.endY {
    for plane in 0..<4 {
      (destination.row(y - destination.y, plane: plane) + (region.x - destination.x)).update(
        from: source.row(y - source.y, plane: plane) + (region.x - source.x), count: region.width)
    }
  }
}
