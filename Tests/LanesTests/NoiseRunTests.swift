import Lanes
import Testing

/// Noises of rows of blocks, which keep what blocks have in common, against the same noises of each block by itself.
@Suite struct NoiseRunTests {
  /// A row of places: coordinates that move slowly or fast, jump, stand still, are the same for all places, far away or no numbers.
  private struct Row {
    let blocks: Int
    let seed: UInt32
    let period: Int32
    private let memory: [[Float]]
    private let strides: [Int]

    init(_ index: UInt64) {
      let stream = CounterHash.mix64(index &+ 77)
      func uniform(_ salt: UInt64) -> Float { Float(CounterHash.mix64(stream ^ (salt &* 0x9e37_79b9)) >> 40) * 0x1p-24 }
      blocks = 1 + Int(index % 32)
      seed = UInt32(truncatingIfNeeded: stream)
      period = Int32(uniform(1) * 10) - 3
      var memory: [[Float]] = []
      var strides: [Int] = []
      for axis in 0..<UInt64(4) {
        let scale: Float = [0, 1e-4, 3e-3, 0.02, 0.1, 0.7, 40][Int(uniform(10 + axis) * 7)]
        var value = uniform(20 + axis) * 30 - 15
        let kind = Int(uniform(30 + axis) * 12)
        if kind == 0 { value = value.rounded() }
        strides.append(kind < 4 ? 0 : 8)
        memory.append(
          (0..<UInt64(8 * blocks)).map { place in
            let salt = 1000 * (axis + 1) + place
            if kind == 4, uniform(salt) < 0.05 { value = uniform(salt + 50_000) * 100 - 50 }
            if kind == 5, uniform(salt) < 0.02 { return [.nan, .infinity, -1e30, 2e9, -3e9][Int(place % 5)] }
            if kind == 6 { return value * 1e9 }
            if kind == 7, place > 100 { return 5e9 }
            value += scale * (kind == 8 ? uniform(salt) - 0.5 : 1)
            return kind == 9 ? value.rounded() : value
          })
        if kind == 10 { memory[memory.count - 1] = memory[memory.count - 1].map { _ in .nan } }
      }
      (self.memory, self.strides) = (memory, strides)
    }

    func places(_ body: (NoiseStrip, NoiseStrip, NoiseStrip, NoiseStrip) -> Void) {
      memory[0].withUnsafeBufferPointer { a in
        memory[1].withUnsafeBufferPointer { b in
          memory[2].withUnsafeBufferPointer { c in
            memory[3].withUnsafeBufferPointer { d in
              guard let a = a.baseAddress, let b = b.baseAddress, let c = c.baseAddress, let d = d.baseAddress else {
                return
              }
              body(
                NoiseStrip(a, stride: strides[0]), NoiseStrip(b, stride: strides[1]), NoiseStrip(c, stride: strides[2]),
                NoiseStrip(d, stride: strides[3]))
            }
          }
        }
      }
    }
  }

  private static let rows = (0..<UInt64(3000)).map(Row.init)

  private func expect(_ value: Float8, _ expected: Float8, _ block: Int) {
    #expect(Lanes.bits(value) == Lanes.bits(expected), "block \(block)")
  }

  @Test("Value noise of a row is that of its blocks") func valueNoiseOfRows() {
    for row in Self.rows {
      row.places { x, y, z, _ in
        var count = 0
        PlaneNoise(ValueCorners.self, seed: row.seed, periodY: row.period).forEach(x, y, blocks: row.blocks) {
          expect($1, ValueNoise.at(x[$0], y[$0], seed: row.seed, periodY: row.period), $0)
          count += 1
        }
        SpaceNoise(ValueCorners.self, seed: row.seed, periodZ: row.period).forEach(x, y, z, blocks: row.blocks) {
          expect($1, ValueNoise.at(x[$0], y[$0], z[$0], seed: row.seed, periodZ: row.period), $0)
          count += 1
        }
        #expect(count == 2 * row.blocks)
      }
    }
  }

  @Test("Gradient noise of a row is that of its blocks") func gradientNoiseOfRows() {
    for row in Self.rows {
      row.places { x, y, z, _ in
        GradientNoise.forEach(x, y, blocks: row.blocks, seed: row.seed, periodY: row.period) {
          expect($1, GradientNoise.at(x[$0], y[$0], seed: row.seed, periodY: row.period).value, $0)
        }
        GradientNoise.forEach(x, y, z, blocks: row.blocks, seed: row.seed, periodZ: row.period) {
          expect($1, GradientNoise.at(x[$0], y[$0], z[$0], seed: row.seed, periodZ: row.period).value, $0)
        }
      }
    }
  }

  @Test("Random numbers of a row of places are those of its blocks") func pointHashesOfRows() {
    for row in Self.rows {
      row.places { x, y, z, _ in
        PointHash.forEach(x, y, z, blocks: row.blocks, seed: row.seed) {
          expect($1, PointHash.uniform(x[$0], y[$0], z[$0], seed: row.seed), $0)
        }
      }
    }
  }

  @Test("Fractal noise is the sum of its octaves") func fractalNoiseIsTheSumOfOctaves() {
    for (index, row) in Self.rows.enumerated() {
      let octaves = 1 + index % 10
      var results = [Float](repeating: 0, count: 8 * row.blocks)
      row.places { x, y, z, _ in
        for dimensions in 2...3 {
          results.withUnsafeMutableBufferPointer { buffer in
            guard let result = buffer.baseAddress else { return }
            if dimensions == 2 {
              FractalNoise.write(x, y, to: result, blocks: row.blocks, octaves: octaves, seed: row.seed)
            } else {
              FractalNoise.write(
                x, y, z, to: result, blocks: row.blocks, octaves: octaves, period: row.period, seed: row.seed)
            }
            for block in 0..<row.blocks {
              let sum = fractal(x[block], y[block], dimensions == 2 ? nil : z[block], octaves, row.period, row.seed)
              expect(Lanes.load(result + 8 * block), sum, block)
            }
          }
        }
      }
    }
  }

  private func fractal(
    _ x: Float8, _ y: Float8, _ z: Float8?, _ octaves: Int, _ period: Int32, _ seed: UInt32
  ) -> Float8 {
    var (x, y, z, period) = (x, y, z, period)
    var (sum, weight): (Float8, Float) = (Float8(), z == nil ? 1 : 1.4)
    for octave in 0..<octaves {
      let octaveSeed = seed &+ UInt32(octave)
      if let depth = z {
        sum += GradientNoise.at(x, y, depth, seed: octaveSeed, periodZ: period).value * weight
        z = depth + depth
      } else {
        sum += GradientNoise.at(x, y, seed: octaveSeed).value * weight
      }
      (x, y) = (x * 1.6 - y * 1.2 + 17.3, x * 1.2 + y * 1.6 + 5.9)
      period *= 2
      weight *= 0.5
    }
    return sum + 0.5
  }

  @Test("Cell noise of a row is that of its blocks, and keeps its bits") func cellNoiseOfRows() {
    var sum: UInt64 = 0
    for row in Self.rows {
      row.places { x, y, jitter, turns in
        for pointsMove in [false, true] {
          // What is kept is right only for one jitter and one phase.
          let points = CellNoise.Points(
            jitter: Float8(repeating: Lanes.fract(jitter[0])[0]),
            orbitTurns: pointsMove ? Float8(repeating: turns[0][0]) : nil, seed: row.seed)
          CellMemory.with(keeps: true) { memory in
            for block in 0..<row.blocks {
              CellMemory.with(keeps: false) { empty in
                let near = CellNoise.nearest(x[block], y[block], points, &memory)
                let expected = CellNoise.nearest(x[block], y[block], points, &empty)
                expect(near.distance, expected.distance, block)
                expect(near.identity, expected.identity, block)
                let border = CellNoise.borderDistance(x[block], y[block], points, &memory)
                expect(border, CellNoise.borderDistance(x[block], y[block], points, &empty), block)
                for value in [near.distance, near.identity, border] {
                  // The bits of a NaN differ from CPU to CPU.
                  for lane in 0..<8 {
                    let bits = value[lane].isNaN ? 0 : value[lane].bitPattern
                    sum = CounterHash.mix64(sum ^ UInt64(bits))
                  }
                }
              }
            }
          }
        }
      }
    }
    #expect(sum == 11_252_549_128_745_111_452, "The bits changed: \(sum)")
  }
}
