import Lanes
import Raster
import Testing

/// Compares a sampled picture with the definition, in double precision.
@Suite struct SampledPictureTests {
  private static let (width, height) = (13, 7)

  private static func picture(_ edges: SampledPicture.Edges, levelsFit: Bool = false) -> SampledPicture {
    var random = TestRandom(4)
    let light = LightPicture(width: width, height: height, isOpaque: false)
    for y in 0..<height {
      for plane in 0..<4 {
        for x in 0..<width { light.pixels.tile.row(y, plane: plane)[x] = random.next() }
      }
    }
    let picture = SampledPicture(width: width, height: height, edges: edges, levelsFit: levelsFit)
    picture.store(light)
    return picture
  }

  /// The index of the stored pixel that a pixel of the plane shows; nil for a transparent one.
  private static func stored(_ index: Int, _ count: Int, _ edges: SampledPicture.Edges) -> Int? {
    let period = edges == .mirrored ? 2 * count : count
    let wrapped = (index % period + period) % period
    switch edges {
    case .transparent: return (0..<count).contains(index) ? index : nil
    case .clamped: return min(max(index, 0), count - 1)
    case .repeated: return wrapped
    case .mirrored: return min(wrapped, period - 1 - wrapped)
    }
  }

  @Test(
    "Samples are interpolated, and continue beyond the edges as these say",
    arguments: [SampledPicture.Edges.transparent, .clamped, .repeated, .mirrored])
  func isInterpolated(edges: SampledPicture.Edges) {
    let picture = Self.picture(edges)
    func pixel(_ x: Int, _ y: Int, _ plane: Int) -> Double {
      guard let x = Self.stored(x, Self.width, edges), let y = Self.stored(y, Self.height, edges) else { return 0 }
      return Double(picture.row(y)[x][plane])
    }
    var random = TestRandom(9)
    for _ in 0..<200 {
      var (xs, ys) = (Float8(), Float8())
      for lane in 0..<8 { (xs[lane], ys[lane]) = (random.next(-30...40), random.next(-20...30)) }
      SamplePlaces.withMemory { places in
        let color = picture.levels[0].linear(xs, ys, edges, places)
        for lane in 0..<8 {
          let (x, y) = (Double(xs[lane]), Double(ys[lane]))
          let (left, top) = (x.rounded(.down), y.rounded(.down))
          for (plane, value) in [color.red, color.green, color.blue, color.alpha].enumerated() {
            func row(_ row: Int) -> Double {
              pixel(Int(left), row, plane) * (1 - (x - left)) + pixel(Int(left) + 1, row, plane) * (x - left)
            }
            let expected = row(Int(top)) * (1 - (y - top)) + row(Int(top) + 1) * (y - top)
            #expect(abs(Double(value[lane]) - expected) < 2e-5, "(\(x), \(y))")
          }
        }
      }
    }
  }

  @Test("Every level that fits has the mean of a picture of odd size") func levelsKeepTheMean() {
    let picture = Self.picture(.clamped, levelsFit: true)
    _ = picture.computeLevels(upTo: .max)
    func mean(_ level: SampledPicture.Level) -> SIMD4<Float> {
      var sum = SIMD4<Float>()
      for y in 0..<level.height { for x in 0..<level.width { sum += level.row(y)[x] } }
      return sum / Float(level.width * level.height)
    }
    #expect(picture.levels.count == 5)
    for level in picture.levels {
      let error = mean(level) - mean(picture.levels[0])
      #expect((error * error).sum() < 1e-10)
    }
  }

  @Test("A picture that becomes smaller leaves nothing at its edges") func resizes() {
    let picture = Self.picture(.transparent)
    picture.resize(width: 3, height: 2)
    for y in 0..<2 { for x in 0..<3 { picture.row(y)[x] = SIMD4(repeating: 1) } }
    SamplePlaces.withMemory { places in
      let xs = Float8(-9, -1, -1, 3, 9, 1, 1, 1)
      let ys = Float8(0, 0, 1, 1, 1, -1, 2, 0)
      #expect(picture.levels[0].linear(xs, ys, .transparent, places).alpha == Float8(0, 0, 0, 0, 0, 0, 0, 1))
    }
  }

  /// The picture is wider than the pixels whose places are found at a time, and no multiple of them.
  @Test(
    "A pass of a blur along a motion is the mean of four moved pictures, bit by bit",
    arguments: [SampledPicture.Edges.transparent, .mirrored])
  func blurPassIsMeanOfMovedPictures(edges: SampledPicture.Edges) {
    let (width, height) = (152, 11)
    let buffer = TileBuffer(width: width, height: height)
    var random = TestRandom(9)
    for index in 0..<4 * width * height { buffer.tile.base[index] = random.next() }
    let area = PixelRect(x: 0, y: 0, width: width, height: height)
    let blur = AffineBlur(width: width, height: height, edges: edges)
    // Each is moved and scaled differently, as by a motion that is three pixels long: one pass.
    let center = SIMD2<Float>(70.25, 4.5)
    var (scales, offsets): ([Float], [SIMD2<Float>]) = ([], [])
    blur.configure(center: center, longestPathPixels: 3) { share in
      scales.append(1 + Float(share) * 0.05)
      offsets.append(SIMD2(Float(share) * 3, Float(share) * -1.5))
      return AffineBlur.Map(a: scales[scales.count - 1], d: 1, offset: offsets[offsets.count - 1])
    }
    blur.gather(from: buffer.tile, region: area)
    let scratch = AlignedBuffer<Float>(count: 0)
    for task in 0..<blur.taskCounts[0] { blur.perform(pass: 0, task: task, scratch: scratch) }

    let picture = SampledPicture(width: width, height: height, edges: edges)
    picture.store(buffer.tile, region: area)
    let plain = TileBuffer(width: width, height: height)
    SamplePlaces.withMemory { places in
      for y in 0..<height {
        for x in stride(from: 0, to: width, by: 8) {
          let columns = Lanes.laneNumbers + Float(x)
          var sum = LaneColor.transparent
          for (scale, offset) in zip(scales, offsets).prefix(4) {
            let movedX = columns + ((columns - center.x) * (scale - 1) + ((Float(y) - center.y) * 0 + offset.x))
            let movedY = ((columns - center.x) * 0 + ((Float(y) - center.y) * 0 + offset.y)) + Float(y)
            sum += picture.levels[0].linear(movedX, movedY, edges, places) * 0.25
          }
          sum.store(to: plain.tile.row(y, plane: 0) + x, planeStride: width)
        }
      }
    }
    let blurred = TileBuffer(width: width, height: height)
    for y in 0..<height { blur.result.copyRow(y, x: 0, onto: TileRow(blurred.tile, row: y)) }
    for index in 0..<4 * width * height {
      #expect(blurred.tile.base[index].bitPattern == plain.tile.base[index].bitPattern)
    }
  }
}
