import Colorimetry
import Lanes
import Model
import Raster
import Shading
import Testing

@Suite struct BlobTests {
  private typealias Point = SIMD2<Double>

  private let canvas = Canvas(
    widthPoints: 304, heightPoints: 200, widthPixels: 304, heightPixels: 200, duration: Rational(4), seed: 3)

  private func blob(_ radius: Double = 80, _ change: (inout Blob) -> Void = { _ in }) -> Blob {
    let blob = Blob().with {
      ($0.center, $0.radius, $0.wobble) = (AnimatedPoint(150.25, 99.5), AnimatedNumber(radius), 0)
    }
    return blob.with(change)
  }

  private func outline(_ blob: Blob, at time: Double = 0, loopSeconds: Double? = nil) -> BlobOutline {
    BlobOutline(blob, at: AnimationClock(time), stream: StreamKey(seed: 3, path: 9), loopSeconds: loopSeconds)
  }

  /// Draws a source at some time in tiles of the given size, and returns all planes one after the other.
  private func draw(_ source: Layer.Source, at time: Double = 0, width: Int = 304, height: Int = 200) throws -> [Float]
  {
    let shader = try #require(
      makeLayerShader(for: source, in: ShaderContext(path: 9, canvas: canvas, loopSeconds: nil)))
    shader.update(at: AnimationClock(time))
    let blocks = OccupiedBlocks()
    let scratch = AlignedBuffer<Float>(count: 8)
    var pixels = [Float](repeating: 0, count: 304 * 200 * 4)
    for top in stride(from: 0, to: 200, by: height) {
      for left in stride(from: 0, to: 304, by: width) {
        let rect = PixelRect(x: left, y: top, width: min(width, 304 - left), height: min(height, 200 - top))
        let frame = TileBuffer(x: left, y: top, width: rect.width, height: rect.height)
        // Blocks that are not recorded may hold anything.
        frame.tile.base.update(repeating: 77, count: frame.tile.rowStride * rect.height)
        guard shader.shade(into: frame.tile, blocks: blocks, scratch: scratch, writesAlpha: true) else { continue }
        for row in 0..<rect.height {
          blocks.forEach(row: row) { column in
            for plane in 0..<4 {
              for x in column..<min(column + 8, rect.width) {
                pixels[(plane * 200 + top + row) * 304 + left + x] = frame.tile.row(row, plane: plane)[x]
              }
            }
          }
        }
      }
    }
    return pixels
  }

  /// The sum of the alpha plane, which is the last one.
  private func coveredArea(_ pixels: [Float]) -> Double {
    pixels.suffix(304 * 200).reduce(0) { $0 + Double($1) }
  }

  private func length(_ vector: Point) -> Double { (vector * vector).sum().squareRoot() }

  @Test("Equal radii make a circle") func equalRadiiMakeACircle() {
    var worst = 0.0
    let outline = outline(blob())
    outline.sample(perCurve: 50) { worst = max(worst, abs(length($0 - outline.center) - 80)) }
    // The known error of four arcs is 2.7e-4 of the radius; of six it is 2.5e-5.
    #expect(worst < 80 * 3e-5)
  }

  @Test("Outlines are smooth whatever the radii") func outlinesAreSmoothWhateverTheRadii() {
    for curve in [Blob.Curve.smooth, .corners] {
      for points in [3, 5, 6, 12] {
        let outline = outline(
          blob {
            $0.curve = curve
            $0.points = points
            $0.irregularity = 0.5
          })
        for (index, piece) in outline.curves.enumerated() {
          let next = outline.curves[(index + 1) % outline.curves.count]
          let (into, out) = (piece.end - piece.second, next.first - piece.end)
          let cosine = (into * out).sum() / (length(into) * length(out))
          #expect(cosine > 1 - 1e-9)
        }
      }
    }
  }

  @Test("Control points as in the reference leave a kink of 9.8°, those of a circle none")
  func quadraticOutlinesHaveTheKinkOfTheReference() {
    for (control, kink) in [(1.1, 9.8), (nil, 0.0)] {
      let outline = outline(
        blob {
          $0.curve = .quadratic
          $0.control = control
        })
      let (into, out) = (
        outline.curves[0].end - outline.curves[0].second, outline.curves[1].first - outline.curves[0].end
      )
      let cross = into.x * out.y - into.y * out.x
      let angle = abs(Lanes.atan2(y: cross, x: (into * out).sum())) * 180 / Double.pi
      #expect(abs(angle - kink) < 0.05)
    }
  }

  @Test("Waves follow their formula") func wavesFollowTheirFormula() {
    let blob = blob(156) {
      $0.curve = .quadratic
      $0.motion = .wave
      $0.waveStep = 0.5 * 180 / Double.pi
      $0.wobble = 0.15
    }
    for time in [0.0, 0.7, 3.1, 4.2] {
      let outline = outline(blob, at: time)
      for (index, point) in ([outline.start] + outline.curves.dropLast().map(\.end)).enumerated() {
        let expected = 156 * (1 + 0.15 * Lanes.sin(time / 4 * 2 * Double.pi + 0.5 * Double(index)))
        #expect(abs(length(point - outline.center) - expected) < 1e-9)
      }
    }
  }

  @Test("Irregular radii keep to their range") func irregularRadiiKeepToTheirRange() {
    var (low, high) = (1.0, 1.0)
    let blob = blob(100) { $0.irregularity = 0.4 }
    for seed in 0..<40 {
      let outline = BlobOutline(
        blob, at: AnimationClock(0), stream: StreamKey(seed: UInt64(seed), path: 9), loopSeconds: nil)
      for piece in outline.curves {
        let share = length(piece.end - outline.center) / 100
        (low, high) = (min(low, share), max(high, share))
      }
    }
    // 240 uniform random numbers come within a tenth of both ends.
    #expect(low > 0.6 - 1e-9 && low < 0.64 && high < 1.4 + 1e-9 && high > 1.36)
  }

  @Test("Motion repeats") func motionRepeats() {
    let noisy = blob {
      $0.wobble = 0.3
      $0.irregularity = 0.2
      $0.period = 3
    }
    func points(_ time: Double, _ loopSeconds: Double?) -> [Point] {
      outline(noisy, at: time, loopSeconds: loopSeconds).curves.map(\.end)
    }
    #expect(zip(points(0.5, nil), points(3.5, nil)).allSatisfy { length($0 - $1) < 1e-9 })
    #expect(zip(points(0.5, nil), points(2, nil)).contains { length($0 - $1) > 3 })
    // A loop of 4 s has one period, one of 8 s three.
    #expect(points(0, 4) == points(4, 4))
    #expect(zip(points(1, 8), points(1 + 8.0 / 3, 8)).allSatisfy { length($0 - $1) < 1e-9 })
  }

  @Test("The coverage is the area") func theCoverageIsTheArea() throws {
    let area = Double.pi * 80 * 80
    let sharp = try draw(.blob(blob()))
    #expect(abs(coveredArea(sharp) / area - 1) < 1e-4)
    let lit = try draw(.blob(blob { $0.relief = Relief() }))
    #expect(abs(coveredArea(lit) / area - 1) < 1e-3)
    let soft = try draw(.blob(blob { $0.softness = 10 }))
    #expect(abs(coveredArea(soft) / area - 1) < 3e-3)
    // Both ways of drawing, by exact area and by measured distance, give an irregular body the same coverage.
    func uneven(_ change: (inout Blob) -> Void) throws -> [Float] {
      try draw(
        .blob(
          blob {
            $0.irregularity = 0.4
            change(&$0)
          }))
    }
    let (exact, measured) = (try uneven { _ in }, try uneven { $0.relief = Relief() })
    let worst = zip(exact, measured).suffix(304 * 200).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 0.05, "\(worst)")
  }

  @Test("Tiles make no difference") func tilesMakeNoDifference() throws {
    let body = blob {
      $0.irregularity = 0.4
      $0.relief = Relief()
    }
    let plain = blob { $0.irregularity = 0.4 }
    for source in [
      Layer.Source.blob(body), .blob(plain), .metaballs(balls { $0.relief = Relief() }), .metaballs(balls()),
    ] {
      let whole = try draw(source, at: 1.3)
      for (width, height) in [(128, 64), (40, 7)] {
        #expect(try draw(source, at: 1.3, width: width, height: height).map(\.bitPattern) == whole.map(\.bitPattern))
      }
    }
  }

  // MARK: Metaballs

  private func balls(_ change: (inout Metaballs) -> Void = { _ in }) -> Metaballs {
    let metaballs = Metaballs().with {
      ($0.center, $0.size, $0.radius, $0.count) = (AnimatedPoint(152, 100), AnimatedPoint(280, 180), 18, 8)
    }
    return metaballs.with(change)
  }

  private func pair(apart distance: Double) -> Metaballs {
    balls {
      $0.count = 0
      $0.balls = [-0.5, 0.5].map {
        .init(center: AnimatedPoint(AnimatedNumber(152 + distance * $0), 100), radius: 30)
      }
    }
  }

  @Test("Balls merge") func ballsMerge() throws {
    let area = Double.pi * 30 * 30
    // Far apart, the balls cover the area of two; nearer to each other they merge and cover more.
    #expect(abs(coveredArea(try draw(.metaballs(pair(apart: 140)))) / (2 * area) - 1) < 2e-3)
    let near = try draw(.metaballs(pair(apart: 72)))
    #expect(coveredArea(near) > 2 * area * 1.01)
    #expect(near[(3 * 200 + 100) * 304 + 152] == 1)
    let one = try draw(
      .metaballs(
        balls {
          $0.count = 0
          $0.balls = [.init(center: AnimatedPoint(152, 100), radius: 30)]
        }))
    #expect(abs(coveredArea(one) / area - 1) < 2e-3)
  }

  @Test("Colours merge, too") func coloursMergeToo() throws {
    var two = pair(apart: 72)
    two.balls[0].color = LinearColor(red: 1, green: 0, blue: 0)
    two.balls[1].color = LinearColor(red: 0, green: 0, blue: 1)
    two.colors = [.white]
    let pixels = try draw(.metaballs(two))
    func color(_ x: Int) -> (red: Float, blue: Float) { (pixels[100 * 304 + x], pixels[(2 * 200 + 100) * 304 + x]) }
    #expect(color(116).red > 0.95 && color(188).blue > 0.95)
    // The middle lies between two pixels.
    let (left, right) = (color(151), color(152))
    #expect(abs((left.red + right.red) / 2 - 0.5) < 0.02 && abs((left.blue + right.blue) / 2 - 0.5) < 0.02)
  }

  @Test("The lit side is lighter") func theLitSideIsLighter() throws {
    var relief = Relief()
    relief.lightAngle = 180
    let gray = Paint.color(.constant(LinearColor(red: 0.3, green: 0.3, blue: 0.3)))
    let bodies: [Layer.Source] = [
      .blob(
        blob {
          $0.fill = gray
          $0.relief = relief
        }),
      .metaballs(
        balls {
          $0.count = 0
          $0.balls = [.init(center: AnimatedPoint(150, 100), radius: 80)]
          $0.fill = gray
          $0.relief = relief
        }),
    ]
    for body in bodies {
      let pixels = try draw(body)
      func red(_ x: Int) -> Float { pixels[99 * 304 + x] }
      #expect(red(85) > 0.33 && red(215) < 0.27 && abs(red(150) - 0.3) < 0.01)
    }
  }

  // MARK: Morphs

  private func path(_ rings: [[Point]]) -> FlattenedPath {
    var path = FlattenedPath(tolerance: 0.01)
    for ring in rings {
      path.move(to: ring[0])
      for point in ring.dropFirst() { path.line(to: point) }
      path.close()
    }
    return path
  }

  private func ring(_ center: Point, _ radius: Double, points: Int, startTurns: Double = 0, isHole: Bool = false)
    -> [Point]
  {
    (0..<points).map { index in
      let (sine, cosine) = Lanes.sincosTurns(Double(isHole ? -index : index) / Double(points) + startTurns)
      return center + Point(cosine, sine) * radius
    }
  }

  private func rings(_ path: FlattenedPath) -> RingList {
    var list = RingList()
    list.set(path)
    return list
  }

  /// The signed area of the shape at a share of the way from `a` to `b`.
  private func area(_ share: Double, _ a: FlattenedPath, _ b: FlattenedPath) -> Double {
    var path = FlattenedPath(tolerance: 0.01)
    let (from, to) = (rings(a), rings(b))
    var scratch = RingCorrespondence.Scratch()
    RingCorrespondence(from: from, to: to).add(share, from: from, to: to, onto: &path, scratch: &scratch)
    return path.chords.reduce(0) { $0 + ($1.from.x * $1.to.y - $1.to.x * $1.from.y) / 2 }
  }

  @Test("Morphs begin and end as the figures themselves") func morphsBeginAndEndAsTheFiguresThemselves() {
    let square = path([[Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100)]])
    let disc = path([ring(Point(50, 50), 60, points: 200)])
    #expect(abs(area(0, square, disc) - 10_000) < 1e-6)
    // The disc is a polygon with 200 sides: a little less than 60²π.
    #expect(abs(area(1, square, disc) - 11_307.9) < 0.5)
    let between = area(0.5, square, disc)
    #expect(between > 10_000 && between < 11_308)
  }

  @Test("Rings are rotated to the best fit") func ringsAreRotatedToTheBestFit() {
    // The same square from another corner and in the opposite direction: nothing moves.
    let square = path([[Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100)]])
    let other = path([[Point(100, 100), Point(100, 0), Point(0, 0), Point(0, 100)]])
    for share in [0, 0.3, 0.5, 1] { #expect(abs(area(share, square, other) - 10_000) < 1e-6) }
  }

  @Test("Several contours become one") func severalContoursBecomeOne() {
    let three = path([10.0, 50, 90].map { ring(Point($0, 50), 10, points: 64) })
    let one = path([ring(Point(50, 50), 40, points: 64)])
    let (small, large) = (area(0, three, one), area(1, three, one))
    // Polygons with 64 sides, a little smaller than 10²π and 40²π.
    #expect(abs(small - 3 * 313.65) < 1)
    // Each of the three becomes the whole.
    #expect(abs(large - 3 * 5_018.5) < 5)
    // A hole closes where the other figure has none.
    let washer = path([ring(Point(50, 50), 40, points: 64), ring(Point(50, 50), 20, points: 64, isHole: true)])
    #expect(abs(area(0, washer, one) - (5_018.5 - 1_254.6)) < 1)
    #expect(abs(area(1, washer, one) - 5_018.5) < 1)
  }
}
