import Lanes
import Model

extension NoiseField {
  /// The eight waves of a plasma: 0 to 2 plane waves; 3 a wave around a moving centre; 4 and 5 warp the domain along x and y; 6
  /// and 7 move the centre along x and y.
  static func plasmaWaves(seed: UInt32, speed: Double, time: Double, loopSeconds: Double?) -> [Wave] {
    // a and b: cycles per cell along x and y. frequency: cycles per second for a speed of 1; negative for waves that run backwards.
    let shapes: [(a: Double, b: Double, frequency: Double)] = [
      (0.5, 0.08, 1), (-0.11, 0.43, -1), (0.31, 0.33, 2), (0, 0, -1), (0.12, 0.35, 1), (0.4, -0.14, -2), (0, 0, 1),
      (0, 0, -1),
    ]
    return shapes.enumerated().map { index, shape in
      let waveSeed = NoiseLattice.hash(seed &+ UInt32(index))
      // A random phase of 0 ..< 1 from 24 bits.
      let start = Double(waveSeed >> 8) / 16_777_216
      let phase = FieldTime.phase(at: time, frequency: speed * shape.frequency, loopSeconds: loopSeconds)
      return Wave(a: Float(shape.a), b: Float(shape.b), phase: Float(start + phase), weight: 1, lengthOver2Pi: 1)
    }
  }

  /// The plasma's values at eight points, in cells: −1...1.
  @inline(never)
  func plasma(_ x: Float8, _ y: Float8) -> Float8 {
    waves.withUnsafeBufferPointer { waves in
      @inline(__always) func sine(_ wave: Wave, _ x: Float8, _ y: Float8) -> Float8 {
        Lanes.sinTurns((x * wave.a + y * wave.b) + wave.phase)
      }
      // Distances in cells. Without `warp` the domain is warped by 0.35; the centre moves by 0.8 to each side.
      let warpDistance = 0.35 * (1 + warp)
      let u = x + sine(waves[4], x, y) * warpDistance
      let v = y + sine(waves[5], x, y) * warpDistance
      let dx = u - Lanes.sinTurns(Float8(repeating: waves[6].phase)) * 0.8
      let dy = v - Lanes.sinTurns(Float8(repeating: waves[7].phase)) * 0.8
      // 0.55 cycles per cell away from the centre; 0.05 rounds the tip of the cone.
      let around = Lanes.sinTurns(Lanes.sqrt(dx * dx + dy * dy + 0.05) * 0.55 + waves[3].phase)
      return ((sine(waves[0], u, v) + sine(waves[1], u, v)) + (sine(waves[2], u, v) + around)) * 0.25
    }
  }
}
