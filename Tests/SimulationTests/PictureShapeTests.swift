import Lanes
import Model
import Simulation
import Testing

/// Births on a picture, and their colours.
@Suite struct PictureShapeTests {
  /// A picture of cells of 10 × 10 pixels whose colours `color` gives by column and row.
  private static func picture(_ columns: Int, _ rows: Int, _ color: (Int, Int) -> SIMD4<Float>) -> ShapePicture {
    ShapePicture(
      file: Clip(
        path: "made up", width: 10 * columns, height: 10 * rows, pixelAspect: 1, hasAlpha: true, frameCount: 1,
        duration: 0), columns: columns, rows: rows,
      samples: (0..<columns * rows).map { color($0 % columns, $0 / columns) })
  }

  private func particles(
    _ picture: ShapePicture, _ mode: Emitter.Mode, width: AnimatedNumber = 0, height: AnimatedNumber = 0,
    edit: (inout Cell) -> Void = { _ in }
  ) -> [EvaluatedParticle] {
    var emitter = Stage.emitter([], shape: .picture(picture), mode: mode)
    emitter.size = AnimatedPoint(width, height)
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.cells = [
      Stage.cell {
        $0.birthRate = 0
        $0.burst = AnimatedNumber(Double(sampleCount))
        edit(&$0)
      }
    ]
    return Stage.program(emitter).particles(at: 0.5)[0]
  }

  /// The alpha of each cell in sixths, by row and column.
  private static let sixths: [[Float]] = [[0, 1, 6], [3, 0, 2], [0, 0, 0], [6, 6, 0]]
  private static let uneven = picture(3, 4) { SIMD4(1, 1, 1, sixths[$1][$0] / 6) }

  @Test("Births fall into cells in proportion to alpha, and evenly within a cell") func followsAlpha() {
    for (width, height, scale): (AnimatedNumber, AnimatedNumber, Double) in [
      (0, 0, 1), (60, 1000, 2),
      (AnimatedNumber(.keys([NumberKey(time: 0, value: 45), NumberKey(time: 9, value: 45)])), 90, 1.5),
    ] {
      let places = particles(Self.uneven, .volume, width: width, height: height).map {
        // In cells from the picture's upper left corner.
        ((Double($0.x) - 1000) / (10 * scale) + 1.5, (Double($0.y) - 1000) / (10 * scale) + 2)
      }
      #expect(places.count == sampleCount)
      var counts = [[Int]](repeating: [Int](repeating: 0, count: 3), count: 4)
      for (x, y) in places {
        #expect(x > -1e-3 && x < 3.001 && y > -1e-3 && y < 4.001)
        counts[min(max(Int(y), 0), 3)][min(max(Int(x), 0), 2)] += 1
      }
      let (found, expected) = (
        counts.flatMap { $0 }, Self.sixths.flatMap { $0 }.map { Double($0) / 24 * Double(sampleCount) }
      )
      // Places on the border of an empty cell may round into it.
      for (count, expectedCount) in zip(found, expected) where expectedCount == 0 { #expect(count < 4) }
      let opaque = zip(found, expected).filter { $0.1 > 0 }
      // Chi-square with 5 degrees of freedom, p = 0.001.
      #expect(chiSquare(opaque.map(\.0), expected: opaque.map(\.1)) < 20.5)
      expectUniform(places.map { $0.0 - $0.0.rounded(.down) }, "across a cell")
      expectUniform(places.map { $0.1 - $0.1.rounded(.down) }, "down a cell")
    }
  }

  @Test("The outline lies where alpha is half, and is uniform by length") func outline() {
    // A square of 2 × 2 samples: its contour passes halfway between the centres of samples and cuts the corners at 45°.
    let square = Self.picture(4, 4) { SIMD4(1, 1, 1, (1...2).contains($0) && (1...2).contains($1) ? 1 : 0) }
    let places = particles(square, .outline).map { ((Double($0.x) - 1000) / 10, (Double($0.y) - 1000) / 10) }
    // Measured in cells from the centre, the contour is an octagon: four sides at ±1, each one cell long, and four short diagonals.
    let diagonalLength = 0.5.squareRoot()
    var axisParallelCount = 0
    for (x, y) in places {
      let (dx, dy) = (abs(x), abs(y))
      #expect(abs(max(dx, dy) - 1) < 1e-3 || abs(dx + dy - 1.5) < 1e-3, "\(x), \(y)")
      if min(dx, dy) < 0.5 { axisParallelCount += 1 }
    }
    let expected = 4 / (4 + 4 * diagonalLength) * Double(sampleCount)
    #expect(abs(Double(axisParallelCount) - expected) < 300, "\(axisParallelCount), \(expected)")
  }

  @Test("Lines of the outline are closed, with the inside to their right") func outlineIsClosed() {
    let picture = Self.picture(23, 17) { column, row in
      SIMD4(1, 1, 1, Float((column * 7919 + row * 104_729 + column * row * 31) % 101) / 100)
    }
    let lines = picture.outline
    #expect(lines.count > 100)
    // Up to rounding, each line starts where another ends and ends where another starts.
    for line in lines {
      #expect(lines.contains { abs($0.to.x - line.from.x) < 1e-6 && abs($0.to.y - line.from.y) < 1e-6 })
      #expect(lines.contains { abs($0.from.x - line.to.x) < 1e-6 && abs($0.from.y - line.to.y) < 1e-6 })
    }
    // As y grows down, contours that wind clockwise have a positive signed area; it is close to that of the cells inside.
    let area = lines.reduce(0.0) { $0 + ($1.from.x * $1.to.y - $1.to.x * $1.from.y) / 2 }
    let cells = (0..<17).reduce(0) { sum, row in
      sum + (0..<23).filter { picture.isInside(column: $0, row: row) }.count
    }
    #expect(abs(area - Double(cells)) < 0.3 * Double(cells), "\(area), \(cells)")
  }

  @Test("In the mode points births are at the centres of cells that are inside") func points() {
    let places = particles(Self.uneven, .points)
    let found = Set(places.map { "\(($0.x - 1000).rounded()) \(($0.y - 1000).rounded())" })
    #expect(found == ["10.0 -15.0", "-10.0 -5.0", "-10.0 15.0", "0.0 15.0"])
  }

  @Test("Particles have the colour of the picture at their place") func colors() {
    let picture = Self.picture(5, 4) { SIMD4(Float($0) / 4, Float($1) / 3, 0.5, 1) }
    for mode in [Emitter.Mode.volume, .points] {
      for particle in particles(picture, mode, width: 100, height: 80, edit: { $0.colorFrom = .picture }) {
        let (column, row) = ((particle.x - 950) / 20, (particle.y - 960) / 20)
        // Rounding may put a place on a border between cells into either of them.
        if abs(column - column.rounded()) < 1e-3 || abs(row - row.rounded()) < 1e-3 { continue }
        #expect(abs(particle.red - column.rounded(.down) / 4) < 1e-6)
        #expect(abs(particle.green - row.rounded(.down) / 3) < 1e-6)
        #expect(particle.blue == 0.5)
      }
    }
  }

  @Test("Frames of flip-books follow age, life and chance") func flipBooks() {
    let file = Clip(
      path: "made up", width: 40, height: 20, pixelAspect: 1, hasAlpha: true, frameCount: 1, duration: 0)
    func frames(
      _ play: SpritePicture.Play, _ rate: Double, start: Int? = 0, fades: Bool = false, at time: Double
    ) -> [Float] {
      var emitter = Stage.emitter([], shape: .point, mode: .volume)
      emitter.position = AnimatedPoint(100, 100)
      emitter.cells = [
        Stage.cell {
          $0.birthRate = 0
          $0.burst = 4000
          $0.lifetime = 4
          let picture = SpritePicture(
            file, columns: 4, rows: 2, frameCount: 7, framesPerSecond: rate, play: play, startFrame: start,
            blendsFrames: fades)
          $0.sprites = [Sprite(.picture(picture))]
        }
      ]
      return Stage.program(emitter).particles(at: time)[0].map(\.frame)
    }
    for (play, rate, start, fades, time, expected): (SpritePicture.Play, Double, Int, Bool, Double, Float) in [
      (.loop, 2, 0, false, 1.8, 3), (.loop, 2, 0, true, 1.75, 3.5), (.loop, 4, 5, false, 1.1, 2),
      (.loop, 0, 3, false, 2, 3),
      (.once, 2, 1, false, 1.3, 3), (.once, 9, 1, true, 3, 6), (.life, 0, 0, false, 2.1, 3),
      (.life, 0, 0, true, 3.9, 6),
    ] {
      let found = frames(play, rate, start: start, fades: fades, at: time)
      #expect(found.count == 4000)
      #expect(found.allSatisfy { abs($0 - expected) < 1e-5 }, "\(play), \(time): \(found[0])")
    }
    let random = frames(.loop, 0, start: nil, at: 1)
    let counts = (0..<7).map { frame in random.filter { $0 == Float(frame) }.count }
    // Chi-square with 6 degrees of freedom, p = 0.001.
    #expect(chiSquare(counts, expected: counts.map { _ in 4000.0 / 7 }) < 22.5)
  }
}
