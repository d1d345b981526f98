import Lanes
import Model

// Octaves are rotated against each other by 37°, so that their lattices never coincide, and shifted by hashed amounts. In a loop
// that drifts they are not rotated: there each wraps after as many cells as it drifts by.

extension NoiseField {
  /// An octave of the noise at a time.
  static func octave(
    _ index: Int, _ noise: Noise, _ seed: UInt32, _ drift: SIMD2<Double>, _ time: Double, _ period: Double?
  ) -> Octave {
    var frequency = 1.0
    var weight = 1.0
    for _ in 0..<index {
      frequency *= noise.lacunarity
      weight *= noise.gain
    }
    let octaveSeed = NoiseLattice.hash(seed &+ UInt32(index) &* 0x9e37_79b9)
    let axis = FieldTime(at: time, speed: noise.speed * (1 + 0.3 * Double(index)), period: period)
    var octave = Octave(
      a: 1, b: 0, c: 0, d: 1, x: Float(octaveSeed & 0xffff) / 256, y: Float(octaveSeed >> 16) / 256, z: axis.cells,
      weight: Float(weight), seed: octaveSeed, periodX: 0, periodY: 0, periodZ: axis.period)
    if let period, period > 0, drift != .zero {
      // The drift is a whole number of cells in a loop, after which the lattice repeats.
      let loops = time / period
      let share = loops - loops.rounded(.down)
      func along(_ drift: Double) -> (scale: Double, offset: Double, period: Int32) {
        let cells = drift * period * frequency
        if drift == 0 { return (frequency, 0, 0) }
        let whole = max(1, cells.magnitude.rounded())
        let sign: Double = drift < 0 ? 1 : -1
        return (frequency * whole / cells.magnitude, sign * share * whole, Int32(min(whole, 1e6)))
      }
      let (x, y) = (along(drift.x), along(drift.y))
      (octave.a, octave.d) = (Float(x.scale), Float(y.scale))
      octave.x += Float(x.offset)
      octave.y += Float(y.offset)
      (octave.periodX, octave.periodY) = (x.period, y.period)
      return octave
    }
    // Rotate by 37°, the direction (4, 3)/5, for each octave.
    var (cosine, sine) = (1.0, 0.0)
    for _ in 0..<index { (cosine, sine) = (0.8 * cosine - 0.6 * sine, 0.6 * cosine + 0.8 * sine) }
    octave.a = Float(frequency * cosine)
    octave.b = Float(-frequency * sine)
    octave.c = Float(frequency * sine)
    octave.d = Float(frequency * cosine)
    func drifted(_ drift: Double) -> Double {
      let cells = drift * time / 4096
      return (cells - cells.rounded(.towardZero)) * 4096
    }
    let shift = SIMD2(drifted(drift.x), drifted(drift.y)) * frequency
    octave.x -= Float(shift.x * cosine - shift.y * sine)
    octave.y -= Float(shift.x * sine + shift.y * cosine)
    return octave
  }
}
