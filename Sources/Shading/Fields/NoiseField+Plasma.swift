import Lanes
import Model

extension NoiseField {
  /// Two waves along the axes, one diagonal, one around a centre that moves, and two that warp the others.
  static func plasma(_ seed: UInt32, _ speed: Double, _ time: Double, _ period: Double?) -> [Wave] {
    let shapes: [(Double, Double, Double)] = [
      (0.5, 0.08, 1), (-0.11, 0.43, -1), (0.31, 0.33, 2), (0, 0, -1), (0.12, 0.35, 1), (0.4, -0.14, -2), (0, 0, 1),
      (0, 0, -1),
    ]
    return shapes.enumerated().map { index, shape in
      let waveSeed = NoiseLattice.hash(seed &+ UInt32(index))
      let start = Double(waveSeed >> 8) / 16_777_216
      let phase = FieldTime.phase(at: time, frequency: speed * shape.2, period: period)
      return Wave(a: Float(shape.0), b: Float(shape.1), phase: Float(start + phase), weight: 1, reach: 1)
    }
  }

  @inline(never)
  func plasma(_ x: Float8, _ y: Float8) -> Float8 {
    waves.withUnsafeBufferPointer { waves in
      @inline(__always) func sine(_ wave: Wave, _ x: Float8, _ y: Float8) -> Float8 {
        Lanes.sinTurns((x * wave.a + y * wave.b) + wave.phase)
      }
      let reach = 0.35 * (1 + warp)
      let u = x + sine(waves[4], x, y) * reach
      let v = y + sine(waves[5], x, y) * reach
      let dx = u - Lanes.sinTurns(Float8(repeating: waves[6].phase)) * 0.8
      let dy = v - Lanes.sinTurns(Float8(repeating: waves[7].phase)) * 0.8
      let around = Lanes.sinTurns(Lanes.sqrt(dx * dx + dy * dy + 0.05) * 0.55 + waves[3].phase)
      return ((sine(waves[0], u, v) + sine(waves[1], u, v)) + (sine(waves[2], u, v) + around)) * 0.25
    }
  }
}
