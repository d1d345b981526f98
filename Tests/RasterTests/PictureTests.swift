import Lanes
import Model
import Raster
import Testing

/// Compares sprites that are pictures with a sampler in double precision that follows the definition.
@Suite struct PictureTests {
  /// Pixels of a picture, row by row: premultiplied red, green, blue and alpha.
  struct Pixels: Sendable {
    let width: Int
    let height: Int
    let at: @Sendable (_ x: Int, _ y: Int) -> SIMD4<Double>

    /// The bilinear interpolation between four pixels; beyond the edges it takes the nearest pixel.
    func bilinear(_ u: Double, _ v: Double) -> SIMD4<Double> {
      var sum = SIMD4<Double>()
      let (column, row) = (Int(min(max(u, 0), Double(width - 1))), Int(min(max(v, 0), Double(height - 1))))
      for y in row...min(row + 1, height - 1) {
        for x in column...min(column + 1, width - 1) {
          let (du, dv) = (
            abs(min(max(u, 0), Double(width - 1)) - Double(x)), abs(min(max(v, 0), Double(height - 1)) - Double(y))
          )
          if du < 1, dv < 1 { sum += at(x, y) * ((1 - du) * (1 - dv)) }
        }
      }
      return sum
    }

    func sum(plane: Int) -> Double {
      (0..<width * height).reduce(0) { $0 + at($1 % width, $1 / width)[plane] }
    }

    var light: LightPicture {
      let light = LightPicture(width: width, height: height, isOpaque: false)
      for y in 0..<height {
        for x in 0..<width {
          for plane in 0..<4 { light.pixels.tile.row(y, plane: plane)[x] = Float(at(x, y)[plane]) }
        }
      }
      return light
    }
  }

  /// Random pixels whose alpha is at least as large as their colours.
  static func random(_ width: Int, _ height: Int, seed: UInt64 = 3) -> Pixels {
    var random = TestRandom(seed)
    let values = (0..<width * height).map { _ -> SIMD4<Double> in
      let alpha = Double(random.next())
      return SIMD4(Double(random.next()) * alpha, Double(random.next()) * alpha, Double(random.next()) * alpha, alpha)
    }
    return Pixels(width: width, height: height) { values[$1 * width + $0] }
  }

  /// White light of any opacity.
  static func white(_ width: Int, _ height: Int, seed: UInt64 = 3) -> Pixels {
    let pixels = random(width, height, seed: seed)
    return Pixels(width: width, height: height) { SIMD4(repeating: pixels.at($0, $1).w) }
  }

  /// A disc up to the edges, of any colours.
  static func disc(_ side: Int, isWhite: Bool) -> Pixels {
    let pixels = isWhite ? white(side, side) : random(side, side)
    return Pixels(width: side, height: side) { x, y in
      let (dx, dy) = (Double(2 * x + 1) / Double(side) - 1, Double(2 * y + 1) / Double(side) - 1)
      return dx * dx + dy * dy < 1 ? pixels.at(x, y) : SIMD4()
    }
  }

  private static func picture(_ pixels: Pixels, columns: Int = 1, rows: Int = 1) -> SpritePicture {
    SpritePicture(
      Clip(
        path: "made up", width: pixels.width, height: pixels.height, pixelAspect: 1, hasAlpha: true, frameCount: 1,
        duration: 0), columns: columns, rows: rows)
  }

  private static func set(_ pixels: Pixels, columns: Int = 1, rows: Int = 1, defocuses: Bool = false) -> SpriteSet {
    let picture = picture(pixels, columns: columns, rows: rows)
    return SpriteSet(shapes: [.picture(picture)], defocuses: defocuses) { _ in
      SpriteTexture(pixels.light, picture)
    }
  }

  private func draw(
    _ set: SpriteSet, side: Int = 96, x: Float, y: Float, axisX: SIMD2<Float>, axisY: SIMD2<Float>,
    color: SIMD4<Float> = SIMD4(1, 1, 1, 1), frame: Float = 0, blur: Float = 0
  ) -> TileBuffer {
    let buffer = TileBuffer(width: side, height: side)
    let sprites = TestSprites(count: 1, isRound: false)
    sprites.set(0, x: x, y: y, axisX: axisX, axisY: axisY, color: color, blur: blur, frame: frame)
    sprites.draw(set, into: buffer.tile)
    return buffer
  }

  @Test("A picture that is drawn pixel by pixel is unchanged") func isCopied() {
    let pixels = Self.random(16, 24)
    let drawn = draw(Self.set(pixels), x: 40, y: 44, axisX: SIMD2(8, 0), axisY: SIMD2(0, 12))
    for y in 0..<24 {
      for x in 0..<16 {
        for plane in 0..<4 {
          let error = abs(Double(drawn.tile.row(32 + y, plane: plane)[32 + x]) - pixels.at(x, y)[plane])
          #expect(error < 2e-6, "(\(x), \(y)), plane \(plane)")
        }
      }
    }
    #expect(abs(drawn.tile.sum(plane: 3) - pixels.sum(plane: 3)) < 1e-3)
  }

  // A texture's small levels are read as interpolations computed ahead, for a white one in one channel; its large levels as pixels.
  @Test(
    "Turned, leaning and mirrored pictures agree with a sampler in double precision",
    arguments: [
      (SIMD2<Float>(20, 9), SIMD2<Float>(-9, 20)), (SIMD2(-22, 4), SIMD2(3, 26)), (SIMD2(0, 24), SIMD2(24, 0)),
      (SIMD2(31, 0), SIMD2(9, 17)), (SIMD2(17, -17), SIMD2(17, 17)),
    ], [random(12, 10), white(12, 10), random(33, 32)])
  func isInterpolated(axes: (SIMD2<Float>, SIMD2<Float>), pixels: Pixels) {
    let (axisX, axisY) = axes
    let (centerX, centerY) = (Float(47.3), Float(45.8))
    let tint = SIMD4<Float>(0.8, 0.5, 0.25, 0.8)
    let drawn = draw(Self.set(pixels), x: centerX, y: centerY, axisX: axisX, axisY: axisY, color: tint)
    let (xx, xy, yx, yy) = (Double(axisX.x), Double(axisX.y), Double(axisY.x), Double(axisY.y))
    let determinant = xx * yy - yx * xy
    var (inside, worst) = (0, 0.0)
    for y in 0..<96 {
      for x in 0..<96 {
        let (dx, dy) = (Double(x) + 0.5 - Double(centerX), Double(y) + 0.5 - Double(centerY))
        // The place in the sprite's own coordinates, −1 to 1.
        let (u, v) = ((dx * yy - dy * yx) / determinant, (dy * xx - dx * xy) / determinant)
        // Edges, which are anti-aliased, are not compared: they lie within a pixel and a half.
        let margin = 1.5 / min((xx * xx + xy * xy).squareRoot(), (yx * yx + yy * yy).squareRoot()) * 1.6
        if max(abs(u), abs(v)) > 1 + margin {
          for plane in 0..<4 { #expect(drawn.tile.row(y, plane: plane)[x] == 0) }
        }
        guard max(abs(u), abs(v)) < 1 - margin else { continue }
        inside += 1
        let expected =
          pixels.bilinear((u + 1) / 2 * Double(pixels.width) - 0.5, (v + 1) / 2 * Double(pixels.height) - 0.5)
          * SIMD4<Double>(tint)
        for plane in 0..<4 { worst = max(worst, abs(Double(drawn.tile.row(y, plane: plane)[x]) - expected[plane])) }
      }
    }
    #expect(inside > 300)
    #expect(worst < 3e-5, "\(worst)")
  }

  @Test("A picture of any size has the light of its mean", arguments: [Float(0.4), 1, 2.3, 3.7, 5.2, 9, 14.5, 30])
  func keepsItsLight(radius: Float) {
    // Only the mean of the picture can be seen in few pixels.
    let pixels = Self.random(37, 37, seed: 9)
    let mean = pixels.sum(plane: 1) / (37 * 37)
    let set = Self.set(pixels)
    var random = TestRandom(5)
    for _ in 0..<20 {
      let direction = random.direction() * radius
      let drawn = draw(
        set, x: 48 + random.next(), y: 48 + random.next(), axisX: direction, axisY: SIMD2(-direction.y, direction.x))
      let expected = mean * Double(4 * radius * radius)
      #expect(abs(drawn.tile.sum(plane: 1) / expected - 1) < 0.05)
    }
  }

  @Test("A picture shrinks without a jump") func shrinksSmoothly() {
    let set = Self.set(Self.random(64, 64, seed: 11))
    var before: TileBuffer?
    var worst: Float = 0
    for step in 0..<400 {
      let radius = 32 - Float(step) * 0.06
      let drawn = draw(set, x: 48, y: 48, axisX: SIMD2(radius, 0), axisY: SIMD2(0, radius))
      if let before { worst = max(worst, abs(drawn.tile.row(48, plane: 3)[48] - before.tile.row(48, plane: 3)[48])) }
      before = drawn
    }
    #expect(worst < 0.08, "\(worst)")
  }

  @Test("A frame is cross-faded to the next, and the last to the first") func framesAreMixed() {
    // Four frames of 4 × 4 pixels, each of one value.
    let values = [0.1, 0.3, 0.7, 0.9]
    let pixels = Pixels(width: 8, height: 8) { x, y in SIMD4(repeating: values[x / 4 + y / 4 * 2]) }
    let set = Self.set(pixels, columns: 2, rows: 2)
    for (frame, expected) in [(Float(0), 0.1), (1, 0.3), (3, 0.9), (1.25, 0.4), (2.5, 0.8), (3.5, 0.5)] {
      let drawn = draw(set, x: 48, y: 48, axisX: SIMD2(20, 0), axisY: SIMD2(0, 20), frame: frame)
      for x in [30, 48, 65] { #expect(abs(Double(drawn.tile.row(48, plane: 0)[x]) - expected) < 1e-6, "\(frame)") }
    }
  }

  @Test("Out of focus a picture keeps its light and gets wider") func defocused() {
    let pixels = Pixels(width: 8, height: 8) { _, _ in SIMD4(0.5, 0.25, 0.125, 0.5) }
    let set = Self.set(pixels, defocuses: true)
    for blur in [Float(0.5), 2, 6, 14] {
      let drawn = draw(set, side: 128, x: 64.2, y: 63.7, axisX: SIMD2(12, 5), axisY: SIMD2(-5, 12), blur: blur)
      // Red of 0.5 on a square whose half axes are 13 pixels long.
      #expect(abs(drawn.tile.sum(plane: 0) / (0.5 * 4 * 169) - 1) < 0.02, "\(blur)")
      let reach = Int(17 + blur * 0.8)
      #expect((drawn.tile.row(64, plane: 0)[64 + reach] > 0) == (blur > 5))
    }
  }

  @Test("Pixels do not depend on the tile") func tilesAgree() {
    let set = Self.set(Self.random(40, 30), defocuses: true)
    var random = TestRandom(21)
    let sprites = TestSprites(count: 24, isRound: false)
    for index in 0..<24 {
      let direction = random.direction() * (2 + 30 * random.next())
      sprites.set(
        index, x: 128 * random.next(), y: 96 * random.next(), axisX: direction,
        axisY: SIMD2(-direction.y, direction.x) * (0.05 + random.next()),
        blur: index % 3 == 0 ? 5 * random.next() : 0, frame: 0)
    }
    for blend in [BlendMode.normal, .add, .multiply] {
      let whole = TileBuffer(width: 128, height: 96)
      sprites.draw(set, blend: blend, into: whole.tile)
      let pieces = TileBuffer(width: 128, height: 96)
      for top in stride(from: 0, to: 96, by: 32) {
        for left in stride(from: 0, to: 128, by: 40) {
          let piece = TileBuffer(x: left, y: top, width: min(40, 128 - left), height: 32)
          sprites.draw(set, blend: blend, into: piece.tile)
          pieces.tile.copy(piece.tile.rect, from: piece.tile)
        }
      }
      for plane in 0..<4 {
        for y in 0..<96 {
          for x in 0..<128 { #expect(whole.tile.row(y, plane: plane)[x] == pieces.tile.row(y, plane: plane)[x]) }
        }
      }
    }
  }

  @Test(
    "Pixels do not depend on which blocks lie inside of the edges",
    arguments: [disc(16, isWhite: false), disc(16, isWhite: true), random(40, 30), white(9, 7)])
  func innerBlocksAgree(pixels: Pixels) {
    // In tiles of one block other pixels share a block than in the whole.
    let set = Self.set(pixels)
    var random = TestRandom(8)
    for _ in 0..<30 {
      let axis = random.direction() * (2 + 20 * random.next())
      let (x, y) = (24 + 16 * random.next(), 24 + 16 * random.next())
      let sprites = TestSprites(count: 1, isRound: false)
      sprites.set(0, x: x, y: y, axisX: axis, axisY: SIMD2(-axis.y, axis.x) * (0.6 + 0.5 * random.next()))
      let whole = TileBuffer(width: 64, height: 64)
      sprites.draw(set, blend: .normal, into: whole.tile)
      let shift = Int(8 * random.next())
      for left in stride(from: -shift, to: 64, by: 8) {
        let piece = TileBuffer(x: left, y: 0, width: 8, height: 64)
        sprites.draw(set, blend: .normal, into: piece.tile)
        for plane in 0..<4 {
          for row in 0..<64 {
            for column in max(left, 0)..<min(left + 8, 64) {
              #expect(
                piece.tile.row(row, plane: plane)[column - left].bitPattern
                  == whole.tile.row(row, plane: plane)[column].bitPattern)
            }
          }
        }
      }
    }
  }

  @Test("Rows of a round picture leave out nothing that can be seen", arguments: [true, false])
  func contentIsComplete(isWhite: Bool) {
    let disc = Self.disc(24, isWhite: isWhite)
    // A pixel in a corner, however dark, makes the whole rectangle count.
    let marked = Pixels(width: 24, height: 24) { $0 == 0 && $1 == 0 ? SIMD4(repeating: 1e-30) : disc.at($0, $1) }
    var random = TestRandom(13)
    for _ in 0..<60 {
      let axisX = random.direction() * (2 + 30 * random.next())
      let lean = SIMD2(random.next() - 0.5, random.next() - 0.5) * 0.5
      let axisY = SIMD2(-axisX.y, axisX.x) * (0.5 + random.next()) + axisX * lean.x
      let (x, y) = (40 + 16 * random.next(), 40 + 16 * random.next())
      let tight = draw(Self.set(disc), x: x, y: y, axisX: axisX, axisY: axisY)
      let loose = draw(Self.set(marked), x: x, y: y, axisX: axisX, axisY: axisY)
      for plane in 0..<4 {
        for row in 0..<96 {
          for column in 0..<96 {
            #expect(abs(tight.tile.row(row, plane: plane)[column] - loose.tile.row(row, plane: plane)[column]) < 1e-20)
          }
        }
      }
    }
  }
}
