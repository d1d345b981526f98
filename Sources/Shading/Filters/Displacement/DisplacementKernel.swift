import Lanes
import Model
import Raster

/// Where a displacement takes pixels from, at one time, in frame pixels counted from the middle of the first one.
protocol DisplacementKernel: Sendable {
  /// From each of eight pixels to the place that its colour is taken from.
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8)

  /// Factors of red's, green's and blue's displacements.
  var factors: SIMD3<Float> { get }

  /// Whether places may lie farther apart than pixels, so that several samples are needed.
  var averages: Bool { get }

  /// Floats of memory that `fill` needs.
  var scratchCount: Int { get }

  /// Writes the displacements of a row, `count` floats for each coordinate: whole vectors of eight.
  ///
  /// - Parameter scratch: `scratchCount` floats, aligned to 64 bytes.
  func fill(
    _ dx: UnsafeMutablePointer<Float>, _ dy: UnsafeMutablePointer<Float>, count: Int, x: Int, y: Int,
    scratch: UnsafeMutablePointer<Float>)

  /// Whether `light` changes anything.
  var changesLight: Bool { get }

  /// Changes the light of the displaced pixels of a row.
  func light(_ row: TileRow, x: Int, y: Int)
}

extension DisplacementKernel {
  var averages: Bool { true }
  var changesLight: Bool { false }
  var scratchCount: Int { 0 }

  func light(_ row: TileRow, x: Int, y: Int) {}

  func fill(
    _ dx: UnsafeMutablePointer<Float>, _ dy: UnsafeMutablePointer<Float>, count: Int, x: Int, y: Int,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let rows = Float8(repeating: Float(y))
    var column = 0
    while column < count {
      let offset = displacement(Lanes.laneNumbers + Float(x &+ column), rows)
      Lanes.store(offset.x, to: dx + column)
      Lanes.store(offset.y, to: dy + column)
      column &+= 8
    }
  }
}

extension TileRow {
  /// Multiplies red, green and blue by factors of eight pixels each, of the frame columns from `x` on.
  @inline(__always)
  func multiply(x: Int, by factor: (Float8) -> Float8) {
    var column = 0
    while column < width {
      let value = factor(Lanes.laneNumbers + Float(x &+ column))
      for index in 0..<3 {
        let at = plane(index) + column
        Lanes.store(Lanes.load(at) * value, to: at)
      }
      column &+= 8
    }
  }
}

/// The numbers of a frame that kernels are made of.
struct DisplacementFrame {
  let canvas: Canvas
  let clock: AnimationClock
  /// Factors of red, green and blue.
  let factors: SIMD3<Float>
  /// Random bits of the filter.
  let seed: UInt32

  func value(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock)) }
  /// A length in pixels.
  func pixels(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock) * canvas.pixelsPerPoint) }
  /// A length in pixels that others are divided by.
  func positivePixels(_ number: AnimatedNumber) -> Float { max(pixels(number), 0.01) }
  /// A point in frame pixels, counted from the middle of the first one; that of the canvas for nil.
  func place(_ point: AnimatedPoint?) -> SIMD2<Float> {
    guard let point else { return SIMD2(Float(canvas.widthPixels), Float(canvas.heightPixels)) * 0.5 - 0.5 }
    let scale = canvas.pixelsPerPoint
    return SIMD2(Float(point.x.value(at: clock) * scale - 0.5), Float(point.y.value(at: clock) * scale - 0.5))
  }

  /// Seconds of the loop around everything; nil where nothing loops.
  var loopSeconds: Double? { canvas.loops ? canvas.duration.double : nil }
  /// The time axis of a noise that changes `speed` times a second.
  func noiseTime(_ speed: Double) -> FieldTime { FieldTime(at: clock.canvas, speed: speed, loopSeconds: loopSeconds) }
  /// The phase of an oscillation, in turns, ahead by `degrees`.
  func turns(frequency: Double, ahead degrees: AnimatedNumber) -> Float {
    let turns =
      FieldTime.phase(at: clock.canvas, frequency: frequency, loopSeconds: loopSeconds)
      + degrees.value(at: clock) / 360
    return Float(turns - turns.rounded(.down))
  }
}
