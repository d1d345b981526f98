import Lanes
import Model

// Each octave is rotated against the octave before by 36.9°, so that lattices never coincide, and shifted by hashed amounts.
// In a loop, octaves that drift are not rotated: an octave drifts by a whole number of cells in the loop, after which its lattice
// repeats.

extension NoiseField {
  /// One octave of the noise, as it is at `time`.
  ///
  /// - Parameters:
  ///   - index: 0 for the octave of the largest cells.
  ///   - drift: cells of the first octave per second, along x and y.
  ///   - time: seconds on the layer's clock.
  ///   - loopSeconds: length of the loop; nil where nothing loops.
  static func octave(
    _ index: Int, _ noise: Noise, _ seed: UInt32, _ drift: SIMD2<Double>, _ time: Double, _ loopSeconds: Double?
  ) -> Octave {
    var frequency = 1.0
    var weight = 1.0
    for _ in 0..<index {
      frequency *= noise.lacunarity
      weight *= noise.gain
    }
    let octaveSeed = NoiseLattice.hash(seed &+ UInt32(index) &* 0x9e37_79b9)
    // Finer octaves change faster.
    let timeAxis = FieldTime(at: time, speed: noise.speed * (1 + 0.3 * Double(index)), loopSeconds: loopSeconds)
    var octave = Octave(
      // Shifts of 0 ..< 256 cells from 16 bits each.
      a: 1, b: 0, c: 0, d: 1, x: Float(octaveSeed & 0xffff) / 256, y: Float(octaveSeed >> 16) / 256, z: timeAxis.cells,
      weight: Float(weight), seed: octaveSeed, periodX: 0, periodY: 0, periodZ: timeAxis.periodCells)
    if let loopSeconds, loopSeconds > 0, drift != .zero {
      // The scale is adjusted so that the octave drifts by a whole number of cells in the loop.
      let loops = time / loopSeconds
      let loopFraction = loops - loops.rounded(.down)
      /// Along one axis: the number of cells of this octave in a cell of the first octave, what the drift adds to the coordinates, and
      /// the number of cells after which the lattice repeats (0 for never).
      func axis(_ drift: Double) -> (scale: Double, offset: Double, periodCells: Int32) {
        let cells = drift * loopSeconds * frequency
        if drift == 0 { return (frequency, 0, 0) }
        let whole = max(1, cells.magnitude.rounded())
        // The field moves with the drift, so the coordinates move against it.
        let sign: Double = drift < 0 ? 1 : -1
        return (
          frequency * whole / cells.magnitude, sign * FieldTime.wrapped(loopFraction * whole),
          Int32(min(whole, FieldTime.maximumPeriodCells))
        )
      }
      let (x, y) = (axis(drift.x), axis(drift.y))
      (octave.a, octave.d) = (Float(x.scale), Float(y.scale))
      octave.x += Float(x.offset)
      octave.y += Float(y.offset)
      (octave.periodX, octave.periodY) = (x.periodCells, y.periodCells)
      return octave
    }
    // Rotate by the angle whose cosine is 4/5 and whose sine is 3/5 (36.9°), once for each octave before this one.
    var (cosine, sine) = (1.0, 0.0)
    for _ in 0..<index { (cosine, sine) = (0.8 * cosine - 0.6 * sine, 0.6 * cosine + 0.8 * sine) }
    octave.a = Float(frequency * cosine)
    octave.b = Float(-frequency * sine)
    octave.c = Float(frequency * sine)
    octave.d = Float(frequency * cosine)
    /// The number of cells of the first octave by which the field has drifted, wrapped at 4,096 so that Float is precise enough. The
    /// lattice does not repeat after 4,096 cells, so the field jumps when the number wraps.
    func drifted(_ drift: Double) -> Double {
      let periods = drift * time / 4096
      return (periods - periods.rounded(.towardZero)) * 4096
    }
    let driftCells = SIMD2(drifted(drift.x), drifted(drift.y)) * frequency
    octave.x -= Float(driftCells.x * cosine - driftCells.y * sine)
    octave.y -= Float(driftCells.x * sine + driftCells.y * cosine)
    return octave
  }
}
