import Lanes
import Raster
import Testing

/// A shape of which the signed distance to its outline is known.
private struct Shape {
  /// The distance of a point, positive inside.
  let distance: (SIMD2<Double>) -> Double

  /// The part of a pixel that the shape covers, from 16 × 16 samples.
  func coverage(_ x: Int, _ y: Int) -> Float {
    let middle = distance(SIMD2(Double(x), Double(y)))
    if abs(middle) > 1 { return middle > 0 ? 1 : 0 }
    var count = 0
    for row in 0..<16 {
      for column in 0..<16 {
        let offset = (SIMD2(Double(column), Double(row)) + 0.5) / 16 - 0.5
        if distance(SIMD2(Double(x), Double(y)) + offset) > 0 { count += 1 }
      }
    }
    return Float(count) / 256
  }

  func relief(
    width: Int, height: Int, _ profile: OutlineRelief.Profile, bevel: Float, peak: Float,
    taskOrder: (Int) -> [Int] = { Array(0..<$0) }
  ) -> ReliefSurface {
    let relief = OutlineRelief(width: width, height: height)
    for y in 0..<height { for x in 0..<width { relief.alphaRow(y)[x] = coverage(x, y) } }
    relief.configure(profile, widthPixels: bevel, heightPixels: peak)
    let scratch = AlignedBuffer<Float>(count: 0)
    for (pass, count) in relief.taskCounts.enumerated() {
      for task in taskOrder(count) { relief.perform(pass: pass, task: task, scratch: scratch) }
    }
    let surface = ReliefSurface(width: width, height: height)
    for task in taskOrder(surface.taskCount) { surface.perform(task: task, from: relief, scratch: scratch) }
    return surface
  }

  static func halfPlane(degrees: Double, through point: SIMD2<Double>) -> Shape {
    let (sine, cosine) = Lanes.sincosTurns(degrees / 360)
    return Shape { ($0.x - point.x) * cosine + ($0.y - point.y) * sine }
  }

  static func disc(_ radius: Double, center: SIMD2<Double>) -> Shape {
    Shape { radius - (($0 - center) * ($0 - center)).sum().squareRoot() }
  }
}

extension ReliefSurface {
  fileprivate func normal(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let (nx, ny) = (Double(normalXRow(y)[x]), Double(normalYRow(y)[x]))
    return SIMD3(nx, ny, (1 - nx * nx - ny * ny).squareRoot())
  }
}

/// The angle between two unit vectors in degrees.
private func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  Lanes.acos(min(max((a * b).sum(), -1), 1)) * 180 / .pi
}

@Suite struct LightReliefTests {
  /// Compares heights and normals of a bevel 20 pixels wide and 10 high with the closed form, up to `deepest` pixels from the outline. The first pixels
  /// of a round profile are too steep for pixels.
  private static func compare(
    _ shape: Shape, side: Int, margin: Int, deepest: Double = 18, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for profile in [OutlineRelief.Profile.bevel, .round, .cushion] {
      let relief = shape.relief(width: side, height: side, profile, bevel: 20, peak: 10)
      var (heightError, normalError) = (0.0, 0.0)
      let shallowest: Double = profile == .round ? 4 : 0
      for y in margin..<side - margin {
        for x in margin..<side - margin {
          let place = SIMD2(Double(x), Double(y))
          let distance = shape.distance(place)
          guard distance >= shallowest && distance <= deepest else { continue }
          let share = distance / 20
          let (height, slope): (Double, Double) =
            switch profile {
            case .round: ((share * (2 - share)).squareRoot(), (1 - share) / (share * (2 - share)).squareRoot())
            case .cushion: (share * (2 - share), 2 - 2 * share)
            default: (share, 1)
            }
          heightError = max(heightError, abs(Double(relief.heightRow(y)[x]) - 10 * height))
          let gradient =
            SIMD2(
              shape.distance(place + SIMD2(0.01, 0)) - shape.distance(place - SIMD2(0.01, 0)),
              shape.distance(place + SIMD2(0, 0.01)) - shape.distance(place - SIMD2(0, 0.01))) / 0.02 * (slope / 2)
          let length = (1 + (gradient * gradient).sum()).squareRoot()
          normalError = max(
            normalError, angle(relief.normal(x, y), SIMD3(-gradient.x, -gradient.y, 1) / length))
        }
      }
      #expect(heightError < 0.25, "\(profile)", sourceLocation: sourceLocation)
      #expect(normalError < 3, "\(profile): \(normalError)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "The bevel of a straight edge has its slope at any angle", arguments: [0, 3, 10, 22.5, 30, 45, 71, 85, 180, 250.0])
  func halfPlanes(degrees: Double) {
    // Beyond the margin the nearest point of the edge lies in the picture.
    Self.compare(.halfPlane(degrees: degrees, through: SIMD2(65.3, 60.6)), side: 130, margin: 42)
  }

  @Test("The bevel of a disc is round", arguments: [(24, 0.3), (40, 0), (60, 0.5)] as [(Double, Double)])
  func discs(radius: Double, offset: Double) {
    let side = Int(2 * radius) + 16
    let center = Double(side) / 2 + offset
    Self.compare(.disc(radius, center: SIMD2(center, center)), side: side, margin: 0)
  }

  @Test("A square has mitred corners, level beyond its bevel, and rounded ridges")
  func square() {
    let shape = Shape { min(min($0.x - 9.5, 70.5 - $0.x), min($0.y - 9.5, 70.5 - $0.y)) }
    let relief = shape.relief(width: 80, height: 80, .bevel, bevel: 12, peak: 12)
    // A slope of 1 has a normal halfway to the plane.
    let half = 0.5.squareRoot()
    #expect(angle(relief.normal(40, 14), SIMD3(0, -half, half)) < 1)
    #expect(angle(relief.normal(66, 40), SIMD3(half, 0, half)) < 1)
    #expect(angle(relief.normal(40, 40), SIMD3(0, 0, 1)) < 0.01 && abs(relief.heightRow(40)[40] - 12) < 1e-3)
    // The two sides meet on the diagonal: away from it each has its own normal, on it the mean of both.
    for distance in [4, 6, 8] {
      let corner = 10 + distance
      #expect(angle(relief.normal(corner + 4, corner), SIMD3(0, -half, half)) < 2)
      #expect(angle(relief.normal(corner, corner + 4), SIMD3(-half, 0, half)) < 2)
      let ridge = relief.normal(corner, corner)
      #expect(abs(ridge.x - ridge.y) < 0.02 && ridge.x < -0.2)
    }
    // No normal differs much from its neighbour's, though those of the sides differ by 60°.
    for y in 12..<68 {
      for x in 12..<67 { #expect(angle(relief.normal(x, y), relief.normal(x + 1, y)) < 30) }
    }
  }

  @Test("A picture that is covered everywhere or nowhere has no relief; an engraved one is mirrored; flat is flat")
  func flatness() {
    for alpha in [0.0, 1] {
      let relief = Shape { _ in alpha * 2 - 1 }.relief(width: 37, height: 21, .round, bevel: 6, peak: 3)
      for y in 0..<21 { for x in 0..<37 { #expect(relief.normal(x, y) == SIMD3(0, 0, 1)) } }
      #expect(alpha == 1 ? relief.heightRow(10)[20] == 3 : relief.heightRow(10)[20] < 0)
    }
    let disc = Shape.disc(14, center: SIMD2(20, 20))
    let (raised, engraved) = (
      disc.relief(width: 40, height: 40, .round, bevel: 6, peak: 3),
      disc.relief(width: 40, height: 40, .round, bevel: 6, peak: -3)
    )
    let flat = disc.relief(width: 40, height: 40, .flat, bevel: 6, peak: 3)
    for y in 0..<40 {
      for x in 0..<40 {
        #expect(raised.heightRow(y)[x] == -engraved.heightRow(y)[x])
        #expect(raised.normalXRow(y)[x] == -engraved.normalXRow(y)[x])
        #expect(flat.normal(x, y) == SIMD3(0, 0, 1) && flat.heightRow(y)[x] == 0)
      }
    }
  }

  @Test("No bit of a relief depends on the order of tasks")
  func independence() {
    let shape = Shape { point in
      // Discs in a grid, some of which touch.
      let cell = point - (point / 37).rounded(.down) * 37 - 18.5
      return 17 - (cell * cell).sum().squareRoot()
    }
    let first = shape.relief(width: 203, height: 131, .cushion, bevel: 9, peak: 5)
    let second = shape.relief(width: 203, height: 131, .cushion, bevel: 9, peak: 5) { (0..<$0).reversed() }
    for y in 0..<131 {
      for x in 0..<203 {
        #expect(first.heightRow(y)[x].bitPattern == second.heightRow(y)[x].bitPattern)
        #expect(first.normalXRow(y)[x].bitPattern == second.normalXRow(y)[x].bitPattern)
        #expect(first.normalYRow(y)[x].bitPattern == second.normalYRow(y)[x].bitPattern)
      }
    }
  }

  @Test("A step of brightness becomes a slope of its width", arguments: [3, 7, 20, 33, 100, 256] as [Float])
  func step(slopeWidth: Float) {
    let (width, height) = (701, 19)
    let steps = BrightnessHeights(width: width, height: height)
    for y in 0..<height { for x in 0..<width { steps.row(y)[x] = x < 350 ? 0.2 : 0.7 } }
    steps.configure(widthPixels: slopeWidth, heightPixels: 10)
    let surface = ReliefSurface(width: width, height: height)
    let scratch = AlignedBuffer<Float>(count: 0)
    for (pass, count) in steps.taskCounts.enumerated() {
      for task in (0..<count).reversed() { steps.perform(pass: pass, task: task, scratch: scratch) }
    }
    for task in 0..<surface.taskCount { surface.perform(task: task, from: steps, scratch: scratch) }
    // The step lies between the centres of pixels 349 and 350. An eighth of a tent lies before a quarter of its width.
    func share(_ x: Double) -> Double {
      let place = 349.5 + x
      let (left, rest) = (Int(place.rounded(.down)), place - place.rounded(.down))
      let row = surface.heightRow(9)
      let height = Double(row[left]) * (1 - rest) + Double(row[left + 1]) * rest
      return (height - 2) / 5
    }
    let quarter = Double(max(slopeWidth, 5)) / 4
    #expect(abs(share(0) - 0.5) < 1e-4)
    #expect(abs(share(-quarter) - 0.125) < 0.03 && abs(share(quarter) - 0.875) < 0.03, "\(share(quarter))")
    #expect(share(-3 * quarter) < 0.01 && share(3 * quarter) > 0.99)
    // It rises everywhere, and becomes no steeper away from its middle.
    for x in 1..<340 {
      let near = surface.normalXRow(9)[349 - x]
      #expect(near <= 1e-5 && near >= surface.normalXRow(9)[350 - x] - 1e-4)
    }
    for y in 0..<height {
      #expect(surface.normalYRow(y)[300] == 0 && surface.heightRow(y)[340] == surface.heightRow(9)[340])
    }
  }
}
