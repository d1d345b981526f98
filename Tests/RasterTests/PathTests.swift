import Lanes
import Model
import Raster
import Testing

// Filled and stroked paths against areas known in closed form.

private typealias Point = SIMD2<Double>

/// The covered shares of a picture, drawn in tiles of a given size.
private func shares(
  _ polygons: PolygonList, _ rule: VectorPath.FillRule = .nonzero, isSimple: Bool = false, width: Int = 104,
  height: Int = 77, tile: (Int, Int) = (104, 77)
) -> [Float] {
  let coverage = PathCoverage()
  coverage.set(polygons, rule: rule, isSimple: isSimple, height: height)
  var picture = [Float](repeating: 0, count: width * height)
  let memory = AlignedBuffer<Float>(count: PathCoverage.scratchCount(width: tile.0))
  for top in stride(from: 0, to: height, by: tile.1) {
    for left in stride(from: 0, to: width, by: tile.0) {
      let rect = PixelRect(x: left, y: top, width: min(tile.0, width - left), height: min(tile.1, height - top))
      var row = top
      while row < rect.endY {
        let end = min(PathCoverage.bandEnd(row), rect.endY)
        let columns = coverage.columns(row: row, rect: rect)
        if !columns.isEmpty {
          // What is left of earlier tiles must not show.
          memory.fill(with: 7)
          coverage.cover(rect: rect, rows: row..<end, columns: columns, memory: memory.base)
          for y in row..<end {
            for x in columns where x < rect.width {
              picture[y * width + left + x] = memory.base[(y - row) * PathCoverage.stride(width: rect.width) + x]
            }
          }
        }
        row = end
      }
    }
  }
  return picture
}

private func area(_ polygons: PolygonList, _ rule: VectorPath.FillRule = .nonzero) -> Double {
  shares(polygons, rule).reduce(0) { $0 + Double($1) }
}

private func polygon(_ path: FlattenedPath) -> PolygonList {
  var list = PolygonList()
  list.add(path)
  return list
}

private func stroked(_ path: FlattenedPath, _ style: StrokeStyle, tolerance: Double = 0.001) -> PolygonList {
  var list = PolygonList()
  var stroker = Stroker()
  stroker.outline(path, style, tolerance: tolerance, into: &list)
  return list
}

private func line(_ points: [Point], isClosed: Bool = false, reach: Double = 0) -> FlattenedPath {
  var path = FlattenedPath(tolerance: 0.001, reach: reach)
  for (index, point) in points.enumerated() { if index == 0 { path.move(to: point) } else { path.line(to: point) } }
  if isClosed { path.close() }
  return path
}

private func circle(_ radius: Double, reach: Double = 0) -> FlattenedPath {
  var path = FlattenedPath(tolerance: 0.0005, reach: reach)
  path.arc(center: Point(51.3, 37.8), radiusX: radius, radiusY: radius, from: 0, turns: 1)
  path.close()
  return path
}

private let pi = Double.pi

/// A star's corners, or, with a `step` above 1, every second and so on: {count/step}.
private func starred(_ count: Int, step: Int = 1, inner: Double = 1, center: Point = Point(50, 40)) -> [Point] {
  (0..<count).map { corner in
    let (sine, cosine) = Lanes.sincosTurns(Double(corner * step) / Double(count) + 0.03)
    return center + Point(sine, -cosine) * (corner % 2 == 0 ? 30 : 30 * inner)
  }
}

@Suite("Paths that go round a point once never cross themselves")
struct RoundTests {
  private let center = Point(50, 40)

  @Test("Stars") func stars() {
    for points in [starred(3), starred(4), starred(10, inner: 0.3), starred(64, inner: 0.9)] {
      #expect(line(points, isClosed: true).goesRoundOnce(center))
      #expect(line(points.reversed(), isClosed: true).goesRoundOnce(center))
      #expect(!line(points).goesRoundOnce(center), "An open line encloses nothing of its own.")
      #expect(!line(points, isClosed: true).goesRoundOnce(center + Point(90, 0)))
    }
    #expect(circle(20).goesRoundOnce(Point(51.3, 37.8)))
    #expect(circle(20).goesRoundOnce(Point(60, 30)))
  }

  @Test("What crosses itself") func whatCrossesItself() {
    // Twice and three times round.
    #expect(!line(starred(5, step: 2), isClosed: true).goesRoundOnce(center))
    #expect(!line(starred(7, step: 3), isClosed: true).goesRoundOnce(center))
    // An eight; one loop round the point, the other beside it; and a way that goes back for a while.
    let eight = [Point(20, 20), Point(80, 60), Point(80, 20), Point(20, 60)]
    #expect(!line(eight, isClosed: true).goesRoundOnce(center))
    #expect(!line(eight, isClosed: true).goesRoundOnce(Point(70, 40)))
    var back = starred(12)
    back.swapAt(4, 5)
    #expect(!line(back, isClosed: true).goesRoundOnce(center))
    // Two rings, and an edge through the point itself.
    var two = circle(20)
    two.arc(center: Point(51.3, 37.8), radiusX: 9, radiusY: 9, from: 0, turns: 1)
    two.close()
    #expect(!two.goesRoundOnce(Point(51.3, 37.8)))
    let through = [Point(50, 40), Point(70, 40), Point(70, 60), Point(50, 60)]
    #expect(!line(through, isClosed: true).goesRoundOnce(center))
  }
}

@Suite("Covered blocks are told by bits")
struct BlockBitTests {
  private static let words: [UInt64] = [
    0, 1, 2, 1 << 63, .max, .max << 1, .max >> 1, 0b1011_0111, 0x8000_0000_0000_0001, 0xf0f0_0000_ffff_0003,
    0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa,
  ]

  @Test("Bits and runs", arguments: words) func bitsAndRuns(word: UInt64) {
    let expected = (0..<64).filter { word >> UInt64($0) & 1 == 1 }
    var bits: [Int] = []
    forEachBit(word) { bits.append($0) }
    #expect(bits == expected)
    var runs: [Range<Int>] = []
    forEachRun(word) { runs.append($0) }
    #expect(runs.flatMap { Array($0) } == expected)
    // Between two runs there is a gap.
    for (run, next) in zip(runs, runs.dropFirst()) { #expect(run.upperBound < next.lowerBound) }
  }

  /// What is told of blocks, beside the shares of all pixels: for wide paths with many whole and many empty blocks.
  ///
  /// - Parameter rule: the fill rule of a path that crosses itself; nil for one that does not.
  @Test("Blocks say what pixels hold", arguments: [VectorPath.FillRule.nonzero, .evenOdd, nil], [0, 8, 200])
  func blocksSayWhatPixelsHold(rule: VectorPath.FillRule?, left: Int) {
    var polygons = polygon(line(starred(9, step: rule == nil ? 1 : 4, center: Point(34, 20)), isClosed: true))
    polygons.transform(by: PlaneMap(8, 0, 0, 2, 0, 0))
    let coverage = PathCoverage()
    coverage.set(polygons, rule: rule ?? .nonzero, isSimple: rule == nil, height: 90)
    let rect = PixelRect(x: left, y: 0, width: 512, height: 90)
    let stride = PathCoverage.stride(width: 512)
    let (shares, memory) = (
      AlignedBuffer<Float>(count: PathCoverage.scratchCount(width: 512)),
      AlignedBuffer<Float>(count: PathCoverage.scratchCount(width: 512))
    )
    let blocks = AlignedBuffer<CoveredBlocks>(count: PathCoverage.bandRows)
    var kinds = [0, 0, 0]
    for top in Swift.stride(from: 0, to: 90, by: PathCoverage.bandRows) {
      let rows = top..<min(top + PathCoverage.bandRows, 90)
      // All columns, those with edges, and those of a block alone, through which no edge may run.
      let all = coverage.columns(row: top, rect: rect)
      for columns in [0..<512, all] + Swift.stride(from: 0, to: 512, by: 8).map({ $0..<$0 + 8 }) where !all.isEmpty {
        if columns.isEmpty { continue }
        memory.fill(with: 7)
        coverage.cover(rect: rect, rows: rows, columns: columns, memory: shares.base)
        coverage.cover(rect: rect, rows: rows, columns: columns, memory: memory.base, blocks: blocks.base)
        for row in 0..<rows.count {
          for block in 0..<columns.count / 8 {
            let place = row * stride + columns.lowerBound + block * 8
            let own = (0..<8).map { shares.base[place + $0] }
            let (isSome, isAll) = (
              blocks[row].some >> UInt64(block) & 1 == 1, blocks[row].all >> UInt64(block) & 1 == 1
            )
            #expect(isSome == own.contains { $0 != 0 })
            #expect(isAll == own.allSatisfy { $0 == 1 })
            if isSome && !isAll { #expect(own == (0..<8).map { memory.base[place + $0] }) }
            kinds[isAll ? 2 : isSome ? 1 : 0] += 1
          }
          if columns.count < 512 { #expect(blocks[row].some >> UInt64(columns.count / 8) == 0) }
        }
      }
    }
    #expect(kinds.allSatisfy { $0 > 100 }, "\(kinds)")
  }

  @Test("Other blocks are cleared", arguments: [8, 136, 512, 520, 1024, 1304]) func otherBlocksAreCleared(width: Int) {
    let frame = FrameBuffer(width: width, height: 3)
    let tile = frame.tile
    tile.base.update(repeating: 5, count: tile.rowStride * tile.height)
    let blocks = OccupiedBlocks()
    blocks.clear(width: width, height: 3)
    // Nothing of the first row, every third block of the second, all of the last.
    let count = width / 8
    var fresh = 0
    for block in Swift.stride(from: 0, to: count, by: 3) {
      blocks.mark(row: 1, columns: block * 8..<block * 8 + 8) { _ in fresh += 1 }
    }
    blocks.mark(row: 2, columns: 0..<width) { _ in fresh += 1 }
    blocks.mark(row: 2, columns: 0..<width) { _ in fresh += 1 }
    #expect(fresh == (count + 2) / 3 + count)
    blocks.clearOthers(of: tile)
    for row in 0..<3 {
      for plane in 0..<4 {
        for x in 0..<width {
          let isMarked = row == 2 || row == 1 && x / 8 % 3 == 0
          #expect(tile.row(row, plane: plane)[x] == (isMarked ? 5 : 0))
        }
      }
    }
  }
}

@Suite struct StableSortTests {
  private struct Card: Equatable {
    var rank: Int
    var number: Int
  }

  @Test("Lists are sorted as the library does", arguments: [0, 1, 2, 7, 8, 9, 16, 17, 63, 64, 65, 1000])
  func listsAreSortedAsTheLibraryDoes(count: Int) {
    var random = TestRandom(UInt64(count))
    var spare: [Card] = []
    for ranks in [1, 3, 40, 100_000] {
      let cards = (0..<count).map { Card(rank: Int(random.next() * Float(ranks)), number: $0) }
      // In disorder, in order, backwards, and two runs.
      let sorted = cards.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }
      for list in [cards, sorted, sorted.reversed(), Array(sorted[(count / 3)...] + sorted[..<(count / 3)])] {
        var own = list
        own.sortStably(spare: &spare) { $0.rank < $1.rank }
        let expected = list.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        #expect(own == expected.map(\.element))
      }
    }
  }
}

@Suite("Paths cover what they enclose")
struct PathFillTests {
  @Test("Circles have their area", arguments: [0.3, 1, 7.25, 33.4]) func circlesHaveTheirArea(radius: Double) {
    #expect(abs(area(polygon(circle(radius))) - pi * radius * radius) < 0.003 * radius + 0.001)
  }

  @Test("Pixels of a half plane are exact") func pixelsOfAHalfPlaneAreExact() {
    // The line y = x/4 + 10 cuts every pixel in closed form.
    let picture = shares(polygon(line([Point(0, 10), Point(104, 36), Point(104, 77), Point(0, 77)], isClosed: true)))
    for x in 0..<104 {
      for y in 0..<77 {
        // The mean over the pixel's width of what lies below the line.
        var expected = 0.0
        for step in 0..<64 {
          let edge = (Double(x) + (Double(step) + 0.5) / 64) / 4 + 10
          expected += min(max(Double(y) + 1 - edge, 0), 1) / 64
        }
        #expect(abs(Double(picture[y * 104 + x]) - expected) < 0.002)
      }
    }
  }

  @Test("Cuts do not show") func cutsDoNotShow() {
    var path = circle(30)
    path.move(to: Point(2, 3))
    path.curve(Point(140, -30), Point(-60, 90), to: Point(99, 70))
    let list = polygon(path)
    for rule in [VectorPath.FillRule.nonzero, .evenOdd] {
      let whole = shares(list, rule)
      for tile in [(8, 3), (16, 16), (40, 77), (104, 5), (24, 33)] { #expect(shares(list, rule, tile: tile) == whole) }
    }
  }

  @Test("Rules tell what is inside") func rulesTellWhatIsInside() {
    // Two squares of side 20 that share one of side 10, run the same way round.
    var path = line([Point(10, 10), Point(30, 10), Point(30, 30), Point(10, 30)], isClosed: true)
    path.move(to: Point(20, 20))
    for corner in [Point(40, 20), Point(40, 40), Point(20, 40)] { path.line(to: corner) }
    path.close()
    #expect(abs(area(polygon(path), .nonzero) - 700) < 1e-3)
    #expect(abs(area(polygon(path), .evenOdd) - 600) < 1e-3)
  }

  @Test("Nothing is covered by nothing") func nothingIsCoveredByNothing() {
    #expect(area(PolygonList()) == 0)
    #expect(area(polygon(line([Point(3, 3), Point(50, 60)], isClosed: true))) == 0)
    #expect(area(polygon(line([Point(-50, -20), Point(-3, -20), Point(-3, -4)], isClosed: true))) == 0)
    // Beyond every number that the grid holds.
    let huge = area(polygon(line([Point(-1e12, -1e12), Point(1e12, -1e12), Point(1e12, 1e12), Point(-1e12, 1e12)])))
    #expect(huge == 104 * 77)
  }
}

@Suite("Strokes")
struct StrokeTests {
  @Test("Lines have the area of their caps") func linesHaveTheAreaOfTheirCaps() {
    let path = line([Point(20, 20.3), Point(80, 50)])
    let length = path.length
    #expect(abs(area(stroked(path, StrokeStyle(width: 6))) - 6 * length) < 0.05)
    #expect(abs(area(stroked(path, StrokeStyle(width: 6, cap: .square))) - 6 * (length + 6)) < 0.05)
    #expect(abs(area(stroked(path, StrokeStyle(width: 6, cap: .round))) - (6 * length + 9 * pi)) < 0.05)
  }

  @Test("Rings have their area", arguments: [0.02, 0.3, 1.5, 8, 23, 30]) func ringsHaveTheirArea(width: Double) {
    // The widest has closed over its middle.
    let path = circle(12, reach: width / 2)
    let outer = 12 + width / 2
    let expected = width < 24 ? 2 * pi * 12 * width : pi * outer * outer
    // Corners lie on a grid of 1/1024 px.
    #expect(abs(area(stroked(path, StrokeStyle(width: width))) - expected) < 0.08 + 0.0005 * expected)
  }

  @Test("Joins have their area") func joinsHaveTheirArea() {
    let square = line([Point(30, 20), Point(70, 20), Point(70, 60), Point(30, 60)], isClosed: true)
    let frame = 4.0 * 40 * 8
    #expect(abs(area(stroked(square, StrokeStyle(width: 8, join: .miter))) - (frame + 0)) < 0.05)
    #expect(abs(area(stroked(square, StrokeStyle(width: 8, join: .bevel))) - (frame - 4 * 8)) < 0.05)
    #expect(abs(area(stroked(square, StrokeStyle(width: 8, join: .round))) - (frame - 4 * (16 - 4 * pi))) < 0.05)
    // A right angle's miter is √2 widths long.
    #expect(abs(area(stroked(square, StrokeStyle(width: 8, join: .miter, miterLimit: 1.42))) - frame) < 0.05)
    #expect(abs(area(stroked(square, StrokeStyle(width: 8, join: .miter, miterLimit: 1.41))) - (frame - 32)) < 0.05)
  }

  @Test("Overlaps count once") func overlapsCountOnce() {
    var cross = line([Point(20, 40), Point(80, 40)])
    cross.move(to: Point(50, 10))
    cross.line(to: Point(50, 70))
    #expect(abs(area(stroked(cross, StrokeStyle(width: 10))) - (600 + 600 - 100)) < 0.05)
    // There and back again with round ends.
    let back = line([Point(20, 40), Point(80, 40), Point(20, 40)])
    let round = StrokeStyle(width: 10, cap: .round, join: .round)
    #expect(abs(area(stroked(back, round)) - (600 + 25 * pi)) < 0.05)
  }

  /// A curve with a cusp and a bend much tighter than the stroke: every pixel is compared with its distance from the path.
  @Test("Tight bends cover what is near") func tightBendsCoverWhatIsNear() {
    var path = FlattenedPath(tolerance: 0.001, reach: 9)
    path.move(to: Point(20, 60))
    path.curve(Point(90, 10), Point(20, 10), to: Point(80, 60))
    path.move(to: Point(30, 25))
    path.curve(Point(34, 21), Point(34, 29), to: Point(30, 25.5))
    let picture = shares(stroked(path, StrokeStyle(width: 18, cap: .round, join: .round)))
    for y in 0..<77 {
      for x in 0..<104 {
        let point = Point(Double(x) + 0.5, Double(y) + 0.5)
        var square = Double.infinity
        for piece in path.pieces {
          let delta = piece.to - piece.from
          let share = min(max(((point - piece.from) * delta).sum() / (delta * delta).sum(), 0), 1)
          let rest = point - piece.point(at: share)
          square = min(square, (rest * rest).sum())
        }
        let distance = square.squareRoot()
        let share = picture[y * 104 + x]
        if distance < 9 - 0.75 { #expect(share > 0.999) }
        if distance > 9 + 0.75 { #expect(share < 0.001) }
      }
    }
  }

  @Test("Points are drawn by their caps") func pointsAreDrawnByTheirCaps() {
    let point = line([Point(30, 30), Point(30, 30)])
    #expect(area(stroked(point, StrokeStyle(width: 8))) == 0)
    #expect(abs(area(stroked(point, StrokeStyle(width: 8, cap: .square))) - 64) < 0.01)
    // Chords leave out two thirds of their distance from the arc.
    #expect(abs(area(stroked(point, StrokeStyle(width: 8, cap: .round), tolerance: 0.0004)) - 16 * pi) < 0.01)
    // A move alone draws nothing.
    #expect(area(stroked(line([Point(30, 30)]), StrokeStyle(width: 8, cap: .round))) == 0)
  }

  @Test("Parts have their share of the length") func partsHaveTheirShareOfTheLength() {
    let path = circle(20)
    for (start, end, share) in [(0.1, 0.35, 0.25), (0.8, 1.2, 0.4), (-0.1, 0.1, 0.2), (3, 3.5, 0.5), (0.4, 0.4, 0)] {
      let part = path.part(from: start, to: end)
      #expect(abs(part.length - share * path.length) < 1e-9 * path.length)
      #expect(part.contours.count == (share > 0 ? 1 : 0))
    }
    #expect(path.part(from: 0.3, to: 1.3) == path)
    #expect(path.part(from: 0.5, to: 0.4).pieces.isEmpty)
    // An open path starts again at its beginning.
    let open = line([Point(0, 0), Point(10, 0)])
    #expect(open.part(from: 0.8, to: 1.1).contours.count == 2)
  }

  @Test("Dots are dashed too") func dotsAreDashedToo() {
    // A contour without a length is all dash or all gap.
    let dot = line([Point(20, 20), Point(20, 20)])
    let style = StrokeStyle(width: 10, cap: .square)
    #expect(abs(area(stroked(dot.dashed([18, 3], phase: -113), style)) - 100) < 0.01)
    #expect(dot.dashed([18, 3], phase: 19).contours.isEmpty)
    #expect(abs(area(stroked(dot.dashed([0, 3], phase: 3), style)) - 100) < 0.01)
  }

  @Test("Dashes that overlap cover once") func dashesThatOverlapCoverOnce() {
    // Square caps of 9 px fill gaps of 4: one bar, whose slanted edges are as smooth as those of a whole one.
    let way = line([Point(12, 20), Point(90, 56)])
    let style = StrokeStyle(width: 18, cap: .square)
    let whole = shares(stroked(way, style))
    let dashes = shares(stroked(way.dashed([0.5, 4.3, 1.1, 2.4], phase: 104), style))
    // What differs are the ends.
    let direction = Point(78, 36) / Point(78, 36).x.magnitude
    var worst: Float = 0
    for y in 0..<77 {
      for x in 0..<104 {
        let along = (Point(Double(x), Double(y)) - Point(12, 20)) * direction
        guard along.x + along.y > 12, along.x + along.y < 72 else { continue }
        worst = max(worst, abs(whole[y * 104 + x] - dashes[y * 104 + x]))
      }
    }
    #expect(worst < 0.004)
  }

  @Test("Dashes repeat and close up") func dashesRepeatAndCloseUp() {
    let path = line([Point(10, 10), Point(50, 10), Point(50, 50), Point(10, 50)], isClosed: true)
    let dashes = path.dashed([12, 4], phase: 0)
    #expect(dashes.contours.count == 10)
    #expect(abs(dashes.length - 120) < 1e-9)
    // Half a dash before the corner and half behind it are one.
    let shifted = path.dashed([12, 4], phase: 6)
    #expect(shifted.contours.count == 10)
    #expect(abs(shifted.length - 120) < 1e-9)
    #expect(path.dashed([5], phase: 0).contours.count == 16)
    #expect(path.dashed([0, 20], phase: 0).contours.count == 8)
    // Nothing to go by, or more than can be seen: the line is solid.
    #expect(path.dashed([0, 0], phase: 3) == path)
    #expect(path.dashed([7, 0], phase: 3) == path)
    #expect(path.dashed([1e-6, 1e-6], phase: 0) == path)
  }
}
