import Raster
import Testing

/// Returns only the glow of the picture that `draw` makes, gathered and added in tiles of the given size.
private func glow(
  width: Int, height: Int, radius: Float, threshold: Float = 0, tile: (width: Int, height: Int) = (1024, 1024),
  taskOrder: (Int) -> [Int] = { Array(0..<$0) },
  draw: (Tile) -> Void
) -> TileBuffer {
  let frame = TileBuffer(width: width, height: height)
  draw(frame.tile)
  let bloom = Bloom(width: width, height: height, radiusPixels: radius)
  var regions: [PixelRect] = []
  for y in stride(from: 0, to: height, by: tile.height) {
    for x in stride(from: 0, to: width, by: tile.width) {
      regions.append(PixelRect(x: x, y: y, width: min(tile.width, width - x), height: min(tile.height, height - y)))
    }
  }
  for region in regions { bloom.gather(from: frame.tile, region: region, threshold: threshold) }
  for pass in bloom.blurPasses { for task in taskOrder(pass.taskCount) { bloom.perform(pass, task: task) } }
  clear(frame.tile)
  let planes = PixelBuffer(format: .floatPlanes, width: width, height: height)
  for region in regions {
    convertTile(
      frame.tile, region: region, transform: OutputTransform(), glow: AddedBloom(bloom, strength: 1), into: planes)
  }
  // The planes of a float frame are green, blue and red.
  for (index, plane) in [1, 2, 0].enumerated() {
    for y in 0..<height {
      UnsafeMutableRawPointer(frame.tile.row(y, plane: plane)).copyMemory(
        from: planes.plane(index) + y * planes.stride(ofPlane: index), byteCount: 4 * width)
    }
  }
  return frame
}

@Test("A point's glow keeps its light, is round, smooth and as wide as asked", arguments: [7, 14, 28, 45] as [Float])
func pointGlow(_ radius: Float) {
  let side = 416
  let frame = glow(width: side, height: side, radius: radius) { tile in
    for y in 206..<210 { for x in 206..<210 { tile.row(y, plane: 1)[x] = 100 } }
  }
  let tile = frame.tile
  var sum = 0.0
  var spreadX = 0.0
  var spreadY = 0.0
  for y in 0..<side {
    for x in 0..<side {
      let light = Double(tile.value(x, y, 1))
      sum += light
      spreadX += light * (Double(x) - 207.5) * (Double(x) - 207.5)
      spreadY += light * (Double(y) - 207.5) * (Double(y) - 207.5)
    }
  }
  // 16 pixels have a light of 100.
  #expect(abs(sum / 1600 - 1) < 1e-3)
  // The mean of the levels' variances; the point itself, four pixels wide over two blocks, adds about 2.6 px².
  var expected = 0.0
  var sigma = Double(radius)
  var count = 0.0
  repeat {
    expected += sigma * sigma
    count += 1
    sigma /= 2
  } while sigma >= 4
  expected /= count
  #expect(abs(spreadX / sum / expected - 1) < 0.06, "\(spreadX / sum) for \(expected)")
  #expect(abs(spreadX / spreadY - 1) < 1e-3)
  // Round: the diagonal has the light of the row at the same distance, within 4 % of the peak. Smooth: light never grows outwards.
  let peak = tile.value(207, 207, 1)
  for distance in [5, 10, 20, 30] {
    let diagonal = Int((Double(distance) / 2.0.squareRoot()).rounded())
    let exact = Double(diagonal) * 2.0.squareRoot()
    let nearer = tile.value(207 + Int(exact), 207, 1)
    let farther = tile.value(208 + Int(exact), 207, 1)
    let straight = nearer + (farther - nearer) * Float(exact - exact.rounded(.down))
    #expect(abs(tile.value(207 + diagonal, 207 + diagonal, 1) - straight) < 0.04 * peak)
  }
  for x in 210..<400 { #expect(tile.value(x, 207, 1) >= tile.value(x + 1, 207, 1) - 1e-6 * peak) }
}

@Test("The glow depends neither on tiles nor on the order of tasks")
func independence() {
  func draw(_ tile: Tile) {
    var random = TestRandom(2)
    for index in 0..<tile.rowStride * tile.height { tile.base[index] = random.next(0...3) }
  }
  let (width, height) = (203, 131)
  let first = glow(width: width, height: height, radius: 20, threshold: 1, draw: draw)
  let second = glow(
    width: width, height: height, radius: 20, threshold: 1, tile: (56, 12),
    taskOrder: { (0..<$0).reversed() }, draw: draw)
  var differences = 0
  for y in 0..<height {
    for x in 0..<width {
      for plane in 0..<4
      where first.tile.value(x, y, plane).bitPattern != second.tile.value(x, y, plane).bitPattern {
        differences += 1
      }
    }
  }
  #expect(differences == 0)
}

@Test("An even picture glows evenly up to its edges, with the light above the threshold")
func evenGlow() {
  for (width, height) in [(130, 67), (33, 5), (3, 2)] {
    let frame = glow(width: width, height: height, radius: 24, threshold: 1) {
      fill($0, red: 2, green: 1, blue: 0, alpha: 1)
    }
    for y in 0..<height {
      for x in 0..<width {
        #expect(abs(frame.tile.value(x, y, 0) - 1) < 1e-5)
        #expect(abs(frame.tile.value(x, y, 1) - 0.5) < 1e-5)
        #expect(frame.tile.value(x, y, 2) == 0 && frame.tile.value(x, y, 3) == 0)
      }
    }
  }
}
