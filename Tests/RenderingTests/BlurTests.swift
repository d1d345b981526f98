import Lanes
import Raster
import TestSupport
import Testing

/// Compares the Gaussian blur with its formula in Double, and blurs and shadows with pictures of other programs.
@Suite struct BlurTests {
  private static let (width, height) = (208, 152)

  /// Blurs a picture of one plane.
  private static func blurred(
    _ picture: [Float], sigma: SIMD2<Double>, shift: SIMD2<Double> = SIMD2(), mirrorsAtEdges: Bool = false
  ) -> [Float] {
    let blur = GaussianBlur(width: width, height: height, firstPlane: 3, planeCount: 1, mirrorsAtEdges: mirrorsAtEdges)
    blur.configure(sigma: sigma, shift: shift)
    let scratch = AlignedBuffer<Float>(count: 0)
    let buffer = TileBuffer(width: width, height: height)
    for y in 0..<height { for x in 0..<width { buffer.tile.row(y, plane: 3)[x] = picture[y * width + x] } }
    blur.gather(from: buffer.tile, region: buffer.tile.rect, scratch: scratch)
    for (pass, tasks) in blur.taskCounts.enumerated() {
      for task in 0..<tasks { blur.perform(pass: pass, task: task, scratch: scratch) }
    }
    let row = AlignedBuffer<Float>(count: width + 32)
    let rowScratch = AlignedBuffer<Float>(count: GaussianBlur.rowScratchCount(width: width))
    var result: [Float] = []
    for y in 0..<height {
      blur.row(y, x: 0, count: width, plane: 0, into: row.base, scratch: rowScratch.base)
      result += (0..<width).map { row[$0] }
    }
    return result
  }

  @Test(
    "Narrow blurs that share one picture give the values of separate blurs, to the bit", arguments: [false, true])
  func sharedPicture(mirrorsAtEdges: Bool) {
    let (width, height) = (77, 45)
    let sigmas = [3.4, 1.7, 0.85]
    let buffer = TileBuffer(width: width, height: height)
    for plane in 0..<4 {
      for y in 0..<height {
        for x in 0..<width { buffer.tile.row(y, plane: plane)[x] = Float((x * (7 + plane) + y * 13) % 31) / 16 }
      }
    }
    let region = PixelRect(x: 0, y: 0, width: width, height: height)
    let shared = NarrowGaussians(width: width, height: height, mirrorsAtEdges: mirrorsAtEdges)
    shared.configure(sigmas: sigmas)
    shared.gather(from: buffer.tile, region: region)
    let scratch = AlignedBuffer<Float>(count: 0)
    let rowScratch = AlignedBuffer<Float>(count: GaussianBlur.rowScratchCount(width: 80))
    let (row, own) = (AlignedBuffer<Float>(count: 112), AlignedBuffer<Float>(count: 112))
    for (index, sigma) in sigmas.enumerated() {
      let blur = GaussianBlur(
        width: width, height: height, firstPlane: 0, planeCount: 4, mirrorsAtEdges: mirrorsAtEdges)
      blur.configure(sigma: SIMD2(repeating: sigma), shift: SIMD2())
      blur.gather(from: buffer.tile, region: region, scratch: scratch)
      for (pass, tasks) in blur.taskCounts.enumerated() {
        for task in 0..<tasks { blur.perform(pass: pass, task: task, scratch: scratch) }
      }
      for (x, count) in [(0, 80), (16, 24), (-8, 16), (64, 16), (40, 8)] {
        for y in [-2, 0, 1, 20, 43, 44, 46] {
          for plane in 0..<4 {
            shared.row(y, x: x, count: count, plane: plane, index: index, into: row.base, scratch: rowScratch.base)
            blur.row(y, x: x, count: count, plane: plane, into: own.base, scratch: rowScratch.base)
            for column in 0..<count where x + column < width && row[column].bitPattern != own[column].bitPattern {
              Issue.record("\(sigma), \(x + column), \(y), \(plane): \(row[column]) for \(own[column])")
              return
            }
          }
        }
      }
    }
  }

  /// Convolves a picture with the Gaussian itself, cut off at six standard deviations. Beyond its edges the picture is transparent or mirrored.
  private static func exact(
    _ picture: [Float], sigma: SIMD2<Double>, shift: SIMD2<Double> = SIMD2(), mirrorsAtEdges: Bool = false
  ) -> [Double] {
    func pass(_ values: [Double], _ count: Int, _ sigma: Double, _ shift: Double) -> [Double] {
      if sigma == 0 { return values }
      let reach = Int(6 * sigma + abs(shift)) + 2
      let weights = (-reach...reach).map {
        Lanes.exp(-(Double($0) - shift) * (Double($0) - shift) / (2 * sigma * sigma))
      }
      let sum = weights.reduce(0, +)
      return (0..<count).map { index in
        (-reach...reach).reduce(0) { total, offset in
          var source = index - offset
          if mirrorsAtEdges {
            source = ((source % (2 * count)) + 2 * count) % (2 * count)
            source = source < count ? source : 2 * count - 1 - source
          }
          return source < 0 || source >= count ? total : total + values[source] * weights[offset + reach] / sum
        }
      }
    }
    var values = picture.map(Double.init)
    for y in 0..<height {
      let row = pass(Array(values[y * width..<(y + 1) * width]), width, sigma.x, shift.x)
      values.replaceSubrange(y * width..<(y + 1) * width, with: row)
    }
    for x in 0..<width {
      let column = pass((0..<height).map { values[$0 * width + x] }, height, sigma.y, shift.y)
      for y in 0..<height { values[y * width + x] = column[y] }
    }
    return values
  }

  /// A box and a bright point with hard edges in the middle, and nothing near the edges.
  private static let scene: [Float] = (0..<width * height).map { index in
    let (x, y) = (index % width, index / width)
    if x == 131 && y == 91 { return 5 }
    return (83...117).contains(x) && (61...80).contains(y) ? 1 : 0
  }

  @Test(
    "A blur is a Gaussian",
    arguments: [
      SIMD2(0.7, 0.7), SIMD2(1.5, 1.5), SIMD2(2.9, 2.9), SIMD2(3, 3), SIMD2(4.4, 4.4), SIMD2(6, 6), SIMD2(9, 9),
      SIMD2(14, 14),
      SIMD2(0, 5), SIMD2(8, 0), SIMD2(2, 11),
      // The reduced picture is blurred like a picture of its own, once and twice.
      SIMD2(39, 39), SIMD2(41, 41), SIMD2(60, 60), SIMD2(170, 170), SIMD2(90, 0), SIMD2(3, 60), SIMD2(50, 9),
      SIMD2(700, 700),
    ])
  func gaussian(sigma: SIMD2<Double>) {
    let (ours, expected) = (Self.blurred(Self.scene, sigma: sigma), Self.exact(Self.scene, sigma: sigma))
    // A spline lacks values beyond the edges. An input reaches so far around the picture that its edges are never seen.
    let border = 12
    let inside = (border..<Self.height - border).flatMap { y in
      (border..<Self.width - border).map { y * Self.width + $0 }
    }
    let peak = min(expected.max() ?? 0, 1)
    let worst = inside.map { abs(Double(ours[$0]) - expected[$0]) }.max() ?? 1
    #expect(worst < 0.004 * peak, "\(worst) of \(peak)")
    let (energy, expectedEnergy) = inside.reduce((0, 0)) { ($0.0 + Double(ours[$1]), $0.1 + expected[$1]) }
    #expect(abs(energy / expectedEnergy - 1) < 0.005)
  }

  @Test("A blur mirrors at the edges of a canvas", arguments: [1.5, 5, 10, 60, 300])
  func mirrored(sigma: Double) {
    let picture = (0..<Self.width * Self.height).map { index in
      Float((index % Self.width) / 20 % 2 + (index / Self.width) / 15 % 3)
    }
    let ours = Self.blurred(picture, sigma: SIMD2(sigma, sigma), mirrorsAtEdges: true)
    let expected = Self.exact(picture, sigma: SIMD2(sigma, sigma), mirrorsAtEdges: true)
    #expect((zip(ours, expected).map { abs(Double($0) - $1) }.max() ?? 1) < 0.01)
  }

  @Test("A shift moves the result by fractions of a pixel, too", arguments: [2.0, 4, 9, 60])
  func shifted(sigma: Double) {
    let shift = SIMD2(7.3, -4.6)
    let ours = Self.blurred(Self.scene, sigma: SIMD2(sigma, sigma), shift: shift)
    let expected = Self.exact(Self.scene, sigma: SIMD2(sigma, sigma), shift: shift)
    #expect((zip(ours, expected).map { abs(Double($0) - $1) }.max() ?? 1) < 0.004)
  }

  @Test("A symmetric picture stays symmetric", arguments: [1.2, 2.8, 5.0, 20, 70])
  func symmetric(sigma: Double) {
    let picture: [Float] = (0..<Self.width * Self.height).map { index in
      let (x, y) = (index % Self.width, index / Self.width)
      return (90..<118).contains(x) && (60..<92).contains(y) ? 1 : 0
    }
    let result = Self.blurred(picture, sigma: SIMD2(sigma, sigma))
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let value = result[y * Self.width + x]
        #expect(abs(value - result[y * Self.width + Self.width - 1 - x]) < 1e-6)
        #expect(abs(value - result[(Self.height - 1 - y) * Self.width + x]) < 1e-6)
      }
    }
  }

  @Test(
    "Blurs and shadows agree with the reference picture",
    arguments: [
      "blur-2-rounded-rect", "blur-5-star", "blur-10-circle", "blur-20-rect", "blur-40-two-circles",
      "shadow-rounded-rect", "shadow-glow",
    ])
  func reference(name: String) throws {
    let difference = try ReferencePicture("filters/" + name).difference
    #expect(difference.mean <= 0.75, "\(difference)")
    #expect(difference.percentile999 <= 3, "\(difference)")
  }
}
