import Lanes
import Model
import Raster

/// Says where a displacement takes pixels from, at one time. Coordinates are frame pixels, with the centre of the first pixel at (0, 0).
protocol DisplacementKernel: Sendable {
  /// Factors of the displacement for red, green and blue.
  var channelFactors: SIMD3<Float> { get }

  /// Whether neighbouring pixels may take their colours from positions more than a pixel apart, so that several samples must be averaged.
  var needsAveraging: Bool { get }

  /// Floats of memory that `fill` needs.
  var scratchCount: Int { get }

  /// Prepares `fill` for the rows of a tile, which follow one another and begin at the same column.
  ///
  /// - Parameters:
  ///   - count: a multiple of 8.
  ///   - scratch: `scratchCount` floats, aligned to 64 bytes, which belong to the kernel until the last row.
  func begin(count: Int, x: Int, scratch: UnsafeMutablePointer<Float>)

  /// Writes the displacements of `count` pixels of a row, from the frame pixel (x, y) on: vectors from pixels to the positions that their
  /// colours are taken from.
  ///
  /// `count`, `x` and `scratch` are those that were given to `begin`.
  func fill(
    _ dx: UnsafeMutablePointer<Float>, _ dy: UnsafeMutablePointer<Float>, count: Int, x: Int, y: Int,
    scratch: UnsafeMutablePointer<Float>)

  /// Whether `light` changes anything.
  var changesLight: Bool { get }

  /// Lights or darkens the displaced pixels of a row, which begins at the frame pixel (x, y), or makes them transparent.
  func light(_ row: TileRow, x: Int, y: Int)
}

/// A kernel that finds the displacements of eight pixels at a time, each alone.
protocol PointDisplacementKernel: DisplacementKernel {
  /// The vector from each of eight pixels to the position that its colour is taken from.
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8)
}

extension DisplacementKernel {
  var needsAveraging: Bool { true }
  var changesLight: Bool { false }
  var scratchCount: Int { 0 }

  func begin(count: Int, x: Int, scratch: UnsafeMutablePointer<Float>) {}
  func light(_ row: TileRow, x: Int, y: Int) {}
}

extension PointDisplacementKernel {
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
  /// Multiplies red, green and blue by `factor`, a function of eight frame columns. The row begins at the frame column `x`.
  @inline(__always)
  func multiply(x: Int, by factor: (Float8) -> Float8) {
    var column = 0
    while column < width {
      let value = factor(Lanes.laneNumbers + Float(x &+ column))
      for index in 0..<3 {
        let pixel = plane(index) + column
        Lanes.store(Lanes.load(pixel) * value, to: pixel)
      }
      column &+= 8
    }
  }
}

/// What kernels are made from: the canvas, the time, and conversions of animated values at that time.
struct DisplacementContext {
  let canvas: Canvas
  let clock: AnimationClock
  /// Factors of the displacement for red, green and blue.
  let channelFactors: SIMD3<Float>
  /// Seed of the filter's random numbers.
  let seed: UInt32

  func value(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock)) }
  /// A length in pixels.
  func pixels(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock) * canvas.pixelsPerPoint) }
  /// A length in pixels, above 0, so that it may be a divisor.
  func positivePixels(_ number: AnimatedNumber) -> Float { max(pixels(number), 0.01) }
  /// A point in frame pixels, with the centre of the first pixel at (0, 0). For nil it is the canvas's centre.
  func position(_ point: AnimatedPoint?) -> SIMD2<Float> {
    guard let point else { return SIMD2(Float(canvas.widthPixels), Float(canvas.heightPixels)) * 0.5 - 0.5 }
    let scale = canvas.pixelsPerPoint
    return SIMD2(Float(point.x.value(at: clock) * scale - 0.5), Float(point.y.value(at: clock) * scale - 0.5))
  }

  /// The length of the canvas's loop; nil where the canvas does not loop.
  var loopSeconds: Double? { canvas.loops ? canvas.duration.double : nil }
  /// The time axis of a noise that moves by `speed` cells a second.
  func noiseTime(_ speed: Double) -> FieldTime { FieldTime(at: clock.canvas, speed: speed, loopSeconds: loopSeconds) }
  /// The phase of an oscillation, in turns, with `degrees` added.
  func turns(frequency: Double, ahead degrees: AnimatedNumber) -> Float {
    let turns =
      FieldTime.phase(at: clock.canvas, frequency: frequency, loopSeconds: loopSeconds)
      + degrees.value(at: clock) / 360
    return Float(turns - turns.rounded(.down))
  }
}
