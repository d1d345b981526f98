import Lanes

/// Samples a picture out of focus: the mean of sharp copies, each shifted by a point of the lens's disc. The coordinates u and v are
/// distances in pixels from the sprite's centre lines.
struct DefocusedSampler: PictureSampler {
  private let taps: SeveralTaps<PixelLayout>
  let axes: PictureAxes
  /// Change of a pixel's u when the pixel moves by the disc's radius to the right (`blurU.x`) and down (`blurU.y`).
  private let blurU: SIMD2<Float>
  /// Change of a pixel's v when the pixel moves by the disc's radius to the right (`blurV.x`) and down (`blurV.y`).
  private let blurV: SIMD2<Float>
  /// The copies' shifts, as points of the unit disc (`DefocusedTaps.points`).
  private let points: UnsafeMutablePointer<SIMD2<Float>>

  /// Number of copies whose samples' places are all computed before the first copy is sampled.
  private static var copiesPerGroup: Int { 4 }
  /// Number of floats for a copy: eight of coverage, then the places of eight samples.
  private static var copyFloatCount: Int { 8 + SeveralTaps<PixelLayout>.placeFloatCount }

  @inline(__always)
  init(_ taps: TextureTaps, _ kernel: PictureKernel, blur: Float) {
    self.taps = SeveralTaps(taps)
    axes = PictureAxes(
      gradientU: kernel.coordinates.gradientX, gradientV: kernel.coordinates.gradientY, center: SIMD2())
    (blurU, blurV) = (kernel.coordinates.gradientX * blur, kernel.coordinates.gradientY * blur)
    points = DefocusedTaps.points.base
  }

  // Eight factors (1 ÷ the number of copies; 0 for pixels outside), eight floats of u and eight of v; then the copies of a group.
  static var preparedFloatCount: Int { 24 + copiesPerGroup * copyFloatCount }

  // No block counts as inside, since some copies' edges may cross it.
  var innerLow: SIMD2<Float> { SIMD2(repeating: .infinity) }
  var innerHigh: SIMD2<Float> { SIMD2(repeating: -.infinity) }

  @inline(__always)
  func prepare(
    _ kernel: PictureKernel, _ u: Float8, _ v: Float8, isUncovered: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>
  ) {
    Lanes.store(
      Float8(repeating: 1 / Float(DefocusedTaps.count)).replacing(with: 0, where: isUncovered),
      to: memory)
    Lanes.store(u, to: memory + 8)
    Lanes.store(v, to: memory + 16)
  }

  @inline(__always)
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    let (u, v) = (Lanes.load(memory + 8), Lanes.load(memory + 16))
    var sum = TextureSample(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
    let copies = memory + 24
    let tap = taps.firstTap
    var index = 0
    while index < DefocusedTaps.count {
      for copy in 0..<Self.copiesPerGroup {
        let point = points[index &+ copy]
        let shiftedU = u + (blurU.x * point.x + blurU.y * point.y)
        let shiftedV = v + (blurV.x * point.x + blurV.y * point.y)
        let copyMemory = copies + copy &* Self.copyFloatCount
        Lanes.store(kernel.ramps.coverage(shiftedU, shiftedV), to: copyMemory)
        taps.computePlaces(
          shiftedU * tap.scaleX + tap.centerX, shiftedV * tap.scaleY + tap.centerY,
          at: copyMemory + 8)
      }
      for copy in 0..<Self.copiesPerGroup {
        let copyMemory = copies + copy &* Self.copyFloatCount
        sum += taps.sample(at: copyMemory + 8) * Lanes.load(copyMemory)
      }
      index &+= Self.copiesPerGroup
    }
    return sum * Lanes.load(memory)
  }

  static var canOmitSamples: Bool { false }

  @inline(__always)
  func prepareInside(
    _ u: Float8, _ v: Float8, isUncovered: SIMDMask<Int32x8>, in memory: UnsafeMutablePointer<Float>
  ) {}

  @inline(__always)
  func sampleInside(_ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    preconditionFailure("No block counts as inside.")
  }
}
