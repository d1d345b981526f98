import Lanes
import Raster
import Testing

/// Sources of one colour in the plane of a light buffer, and the sum of their light in Double.
private struct Sources {
  var points: [(x: Int, y: Int, strength: Double)] = []

  /// Sources of heavy-tailed strength (a power law), all over a buffer.
  static func sparks(_ count: Int, width: Int, height: Int) -> Sources {
    var random = TestRandom(11)
    var sources = Sources()
    for _ in 0..<count {
      let (x, y) = (Int(random.next() * Float(width)), Int(random.next() * Float(height)))
      let share = Double(1 - random.next())
      sources.points.append((x, y, Lanes.pow(share, -1 / 1.5) - 0.9))
    }
    return sources
  }

  /// A, B_x and B_y at a point, h pixels in front of the sources.
  func light(_ x: Double, _ y: Double, _ h: Double) -> SIMD3<Double> {
    var sum = SIMD3<Double>()
    for point in points {
      let (dx, dy) = (x - Double(point.x), y - Double(point.y))
      let square = dx * dx + dy * dy + h * h
      sum += SIMD3(h, dx, dy) * (point.strength / (square * square.squareRoot()))
    }
    return sum / (2 * .pi)
  }

  /// Writes the sources to a channel, and runs the passes.
  func fill(_ buffer: LightBuffer, channel: Int = 1, taskOrder: (Int) -> [Int] = { Array(0..<$0) }) {
    for point in points { buffer.row(point.y, channel: channel)[point.x] += Float(point.strength) }
    let scratch = AlignedBuffer<Float>(count: 0)
    for (pass, count) in buffer.taskCounts.enumerated() {
      for task in taskOrder(count) { buffer.perform(pass: pass, task: task, scratch: scratch) }
    }
  }
}

/// Runs the passes of a field.
private func sum(_ field: LightField, height: Float, taskOrder: (Int) -> [Int] = { Array(0..<$0) }) {
  let scratch = AlignedBuffer<Float>(count: 0)
  field.setHeight(height)
  for (pass, count) in field.taskCounts.enumerated() {
    for task in taskOrder(count) { field.perform(pass: pass, task: task, scratch: scratch) }
  }
}

/// Reads a row of a field; returns its planes one after the other, without what lies behind the columns.
private func read(_ field: LightField, y: Float, columns: Range<Int>, origin: Float) -> [[Float]] {
  let stride = (columns.count + 7) / 8 * 8
  let memory = AlignedBuffer<Float>(count: field.memoryCount(columns: columns, origin: origin))
  let output = AlignedBuffer<Float>(count: field.planeCount * stride)
  field.read(
    y: y, columns: columns, origin: origin, into: output.base, planeStride: stride, memory: memory.base)
  return (0..<field.planeCount).map { plane in (0..<columns.count).map { output[plane * stride + $0] } }
}

/// The irradiance of a surface: the part of the normal's product with A and B that is above 0.
private func irradiance(_ light: SIMD3<Double>, _ normal: SIMD2<Double>) -> Double {
  let z = (1 - (normal * normal).sum()).squareRoot()
  return max(0, z * light.x - normal.x * light.y - normal.y * light.z)
}

/// The greatest relative error, where a surface has at least 2 % of the greatest irradiance. Light from behind a surface is subtracted; points where
/// less than half of the light is left are not compared, because there an error of both grows without bound.
private func greatestError(_ points: [(actual: SIMD3<Double>, expected: SIMD3<Double>, normal: SIMD2<Double>)])
  -> Double
{
  let brightest = points.map { irradiance($0.expected, $0.normal) }.max() ?? 0
  var greatest = 0.0
  for point in points {
    let expected = irradiance(point.expected, point.normal)
    let arriving =
      (1 - (point.normal * point.normal).sum()).squareRoot() * point.expected.x
      + abs(point.normal.x * point.expected.y + point.normal.y * point.expected.z)
    guard expected >= 0.02 * brightest && expected >= 0.5 * arriving else { continue }
    greatest = max(greatest, abs(irradiance(point.actual, point.normal) / expected - 1))
  }
  return greatest
}

@Suite struct LightBufferTests {
  /// The receivers lie in the middle of the buffer; a quarter of their size on each side is margin.
  private static let width = 360
  private static let height = 240
  private static let sources = Sources.sparks(150, width: width, height: height)

  @Test(
    "Light on level, tilted and rough receivers is the sum over all sources, inside and outside of the frame",
    arguments: [(3, 0.08), (4, 0.08), (7.9, 0.05), (8, 0.05), (16, 0.05), (40, 0.05), (100, 0.05)] as [(Float, Double)])
  func field(height: Float, tolerance: Double) {
    let buffer = LightBuffer(width: Self.width, height: Self.height)
    Self.sources.fill(buffer)
    let field = LightField(buffer, hasSlopes: true)
    sum(field, height: height)
    var random = TestRandom(5)
    var receivers: [[(SIMD3<Double>, SIMD3<Double>, SIMD2<Double>)]] = [[], [], []]
    // Points on a grid that is not the buffer's.
    for row in 0..<50 {
      let (y, origin) = (40.3 + 3.1 * Float(row), Float(60.2))
      let planes = read(field, y: y, columns: 0..<960, origin: origin)
      for column in stride(from: 0, to: 960, by: 13) {
        let x = origin + 0.25 * Float(column)
        let expected = Self.sources.light(Double(x), Double(y), Double(height))
        let actual = SIMD3(Double(planes[1][column]), Double(planes[4][column]), Double(planes[7][column]))
        let rough = SIMD2(Double(random.next(-0.5...0.5)), Double(random.next(-0.5...0.5)))
        for (index, normal) in [SIMD2(0, 0), SIMD2(0.35, -0.2), rough].enumerated() {
          receivers[index].append((actual, expected, normal))
        }
      }
    }
    for (receiver, points) in zip(["level", "tilted", "rough"], receivers) {
      let error = greatestError(points)
      #expect(error < tolerance, "\(receiver): \(error)")
    }
  }

  @Test("Light at points of any distance is the sum over all sources")
  func points() {
    let buffer = LightBuffer(width: Self.width, height: Self.height)
    Self.sources.fill(buffer, channel: 2)
    var random = TestRandom(7)
    var points: [(SIMD3<Double>, SIMD3<Double>, SIMD2<Double>)] = []
    for _ in 0..<600 {
      let (x, y, h) = (
        Float8.random(&random, 40...320), Float8.random(&random, 30...210), Float8.random(&random, 4...60)
      )
      let light = buffer.light(atX: x, y: y, height: h)
      for lane in 0..<8 {
        #expect(light.facing.red[lane] == 0 && light.slopeX.green[lane] == 0)
        let expected = Self.sources.light(Double(x[lane]), Double(y[lane]), Double(h[lane]))
        let actual = SIMD3(
          Double(light.facing.blue[lane]), Double(light.slopeX.blue[lane]), Double(light.slopeY.blue[lane]))
        // Scaled by the distance: near points are far brighter.
        let scale = Double(h[lane] * h[lane])
        points.append((actual * scale, expected * scale, SIMD2(0.3, 0.25)))
      }
    }
    #expect(greatestError(points) < 0.05)
  }

  @Test("An even glow is 1 at any distance, less the part that an endless one would have outside of the buffer")
  func evenGlow() {
    let (width, height) = (1000, 800)
    let buffer = LightBuffer(width: width, height: height)
    for y in 0..<height { for channel in 0..<3 { buffer.row(y, channel: channel).update(repeating: 1, count: width) } }
    Sources().fill(buffer)
    let field = LightField(buffer, hasSlopes: true)
    for h in [3, 4, 8, 20, 50, 120] as [Float] {
      sum(field, height: h)
      let planes = read(field, y: 399.5, columns: 0..<20, origin: 497)
      // The solid angle of a rectangle seen from above its middle, in 2π.
      let (a, b, c) = (500.0, 400.0, Double(h))
      let inside = 4 * Lanes.atan(a * b / (c * (a * a + b * b + c * c).squareRoot())) / (2 * .pi)
      for channel in 0..<3 {
        #expect(abs(Double(planes[channel][10]) + 1 - inside - 1) < 0.01, "\(h)")
        #expect(abs(planes[3 + channel][10]) < 0.005, "\(h) \(planes[3 + channel][10])")
        #expect(abs(planes[6 + channel][10]) < 0.005, "\(h) \(planes[6 + channel][10])")
      }
    }
  }

  @Test("No bit depends on the order of tasks, or on the columns that are read together")
  func independence() {
    let (first, second) = (LightBuffer(width: 203, height: 131), LightBuffer(width: 203, height: 131))
    let sources = Sources.sparks(60, width: 203, height: 131)
    sources.fill(first)
    sources.fill(second) { (0..<$0).reversed() }
    // What is written behind a row is ignored.
    sources.fill(first)
    for y in 0..<131 { second.row(y, channel: 1)[203] = 9 }
    sources.fill(second)
    for h in [4, 20] as [Float] {
      let (one, other) = (LightField(first, hasSlopes: true), LightField(second, hasSlopes: true))
      sum(one, height: 50)
      sum(one, height: h)
      sum(other, height: h) { (0..<$0).reversed() }
      let whole = read(one, y: 64.3, columns: 0..<500, origin: 3.19)
      let parts = [0..<96, 96..<101, 101..<500].map { read(other, y: 64.3, columns: $0, origin: 3.19) }
      for plane in 0..<9 {
        let joined = parts.flatMap { $0[plane] }
        let differences = zip(whole[plane], joined).filter { $0.bitPattern != $1.bitPattern }
        #expect(whole[plane].count == joined.count && differences.isEmpty)
      }
    }
    let (x, y) = (Lanes.laneNumbers * 20, Lanes.laneNumbers * 12)
    let (a, b) = (first.light(atX: x, y: y, height: x + 3), second.light(atX: x, y: y, height: x + 3))
    #expect(Lanes.all(Lanes.bits(a.facing.green) .== Lanes.bits(b.facing.green)))
    #expect(Lanes.all(Lanes.bits(a.slopeY.green) .== Lanes.bits(b.slopeY.green)))
  }

  @Test("Small buffers and points outside are served too", arguments: [(1, 1), (2, 9), (33, 5)])
  func smallBuffers(width: Int, height: Int) {
    let buffer = LightBuffer(width: width, height: height)
    var sources = Sources()
    sources.points = [(width / 2, height / 2, 1)]
    sources.fill(buffer)
    let field = LightField(buffer, hasSlopes: false)
    for h in [4, 30, 100] as [Float] {
      sum(field, height: h)
      let middle = read(field, y: Float(height / 2), columns: 0..<1, origin: Float(width / 2))[1][0]
      let expected = sources.light(Double(width / 2), Double(height / 2), Double(h)).x
      #expect(abs(Double(middle) / expected - 1) < 0.03)
    }
    sum(field, height: 4)
    let outside = read(field, y: -1, columns: -400..<400, origin: 0)
    #expect(outside[1].allSatisfy { $0 >= 0 && $0 < 0.02 })
  }
}

extension Float8 {
  /// Eight random numbers.
  fileprivate static func random(_ random: inout TestRandom, _ range: ClosedRange<Float>) -> Float8 {
    var numbers = Float8()
    for lane in 0..<8 { numbers[lane] = random.next(range) }
    return numbers
  }
}
