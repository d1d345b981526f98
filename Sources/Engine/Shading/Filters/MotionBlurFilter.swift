import Colorimetry
import Lanes
import Model
import Raster

extension Filter.MotionBlur: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    if length.isZero { return nil }
    return MotionBlurFilter(self, .line(length: length, angle: angle), canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 20 }
}

extension Filter.ZoomBlur: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    if amount.isZero { return nil }
    return MotionBlurFilter(self, .zoom(center: center, amount: amount), canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 34 }
}

extension Filter.SpinBlur: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    if angle.isZero { return nil }
    return MotionBlurFilter(self, .spin(center: center, angle: angle), canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 38 }
}

/// The filters that blur along a motion: a line, a zoom or a spin.
final class MotionBlurFilter: NeighborhoodFilter, @unchecked Sendable {
  /// Kinds of motion.
  enum Motion: Sendable {
    case line(length: AnimatedNumber, angle: AnimatedNumber)
    case zoom(center: AnimatedPoint?, amount: AnimatedNumber)
    case spin(center: AnimatedPoint?, angle: AnimatedNumber)
  }

  private let motion: Motion
  private let canvas: Canvas
  private let input: PixelRect
  private let blur: AffineBlur
  private let isConstant: Bool

  init(_ kind: some MotionBlurFilterKind, _ motion: Motion, canvas: Canvas, input: PixelRect) {
    self.motion = motion
    self.canvas = canvas
    self.input = input
    blur = AffineBlur(
      width: input.width, height: input.height, edges: input.isWhole(of: canvas) ? .mirrored : .transparent)
    isConstant = kind.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { blur.taskCounts }

  func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    /// A point, by default the canvas's centre, in pixels of the input, with the centre of the first pixel at (0, 0).
    func center(_ point: AnimatedPoint?) -> SIMD2<Double> {
      var place = SIMD2(Double(canvas.widthPixels), Double(canvas.heightPixels)) / 2
      if let point { place = SIMD2(point.x.value(at: clock), point.y.value(at: clock)) * scale }
      return place - SIMD2(Double(input.x), Double(input.y)) - 0.5
    }
    /// The distance from a point to the farthest corner of the input.
    func farthest(_ center: SIMD2<Double>) -> Double {
      let x = max(abs(center.x), abs(Double(input.width) - center.x))
      let y = max(abs(center.y), abs(Double(input.height) - center.y))
      return (x * x + y * y).squareRoot()
    }
    // The shares of the motion run from −½ to ½, so that the blur is centred on the sharp picture.
    switch motion {
    case .line(let length, let angle):
      let pixels = length.value(at: clock) * scale
      let (sine, cosine) = Angles.sineAndCosine(degrees: angle.value(at: clock))
      blur.configure(center: SIMD2(), longestPathPixels: abs(pixels)) { share in
        AffineBlur.Map(offset: SIMD2(Float(cosine * pixels * share), Float(sine * pixels * share)))
      }
    case .zoom(let point, let amount):
      let middle = center(point)
      // The zoom grows exponentially, by equal factors in equal times. A path's length is about the distance from the centre times
      // the natural logarithm of the whole factor, which is log₂ times ln 2.
      let log2Factor = Lanes.log2(1 + max(amount.value(at: clock), 0))
      blur.configure(
        center: SIMD2<Float>(middle), longestPathPixels: farthest(middle) * log2Factor * 0.6931471805599453
      ) { share in
        let factor = Float(Lanes.exp2(log2Factor * share))
        return AffineBlur.Map(a: factor, d: factor)
      }
    case .spin(let point, let angle):
      let middle = center(point)
      let turns = angle.value(at: clock) / 360
      blur.configure(center: SIMD2<Float>(middle), longestPathPixels: farthest(middle) * abs(turns) * 2 * .pi) {
        share in
        let (sine, cosine) = Lanes.sincosTurns(turns * share)
        return AffineBlur.Map(a: Float(cosine), b: Float(-sine), c: Float(sine), d: Float(cosine))
      }
    }
  }

  func limitWork(to box: PixelRect) { blur.limitWork(to: box.relative(to: (input.x, input.y))) }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    blur.gather(from: tile.relative(to: (input.x, input.y)), region: region.relative(to: (input.x, input.y)))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    blur.perform(pass: pass, task: task, scratch: scratch)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let result = blur.result
    for row in 0..<tile.height {
      result.copyRow(tile.y + row - input.y, x: tile.x - input.x, onto: TileRow(tile, row: row))
    }
  }
}
