import Lanes

/// Computes the colours of eight pixels of a picture, multiplied by coverage, in two steps: `prepare` is called for several
/// blocks, then `sample` for the same blocks. The steps are methods of a generic parameter, because two closures would not be inlined,
/// and each vector would be passed to them in halves.
protocol PictureSampler {
  /// Number of floats that `prepare` needs for one block.
  static var preparedFloatCount: Int { get }

  /// The coordinates (u, v) in which pixels are passed to `prepare`.
  var axes: PictureAxes { get }

  /// Blocks whose pixels all lie between these coordinates count as inside: their coverage is exactly 1, and `prepareInside` prepares them.
  var innerLow: SIMD2<Float> { get }
  var innerHigh: SIMD2<Float> { get }

  /// Prepares a block of eight pixels.
  ///
  /// - Parameters:
  ///   - u: the first of the pixels' coordinates (see `axes`); `v` is the second.
  ///   - isUncovered: the lanes whose pixels the sprite does not reach; their coverage becomes 0.
  ///   - memory: receives what `sample` reads, up to `preparedFloatCount` floats.
  func prepare(
    _ kernel: PictureKernel, _ u: Float8, _ v: Float8, isUncovered: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>)

  /// Returns the colours of a prepared block, multiplied by coverage.
  ///
  /// - Parameter memory: what `prepare` wrote, and memory for intermediate results.
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample

  /// Whether `prepareInside` can give uncovered pixels a transparent sample in place of their own. If so, a block counts as inside even if
  /// pixels that the sprite does not reach do not lie between `innerLow` and `innerHigh`.
  static var canOmitSamples: Bool { get }

  /// Does the work of `prepare` for a block that counts as inside. `isUncovered` is ignored unless `canOmitSamples`.
  func prepareInside(
    _ u: Float8, _ v: Float8, isUncovered: SIMDMask<Int32x8>, in memory: UnsafeMutablePointer<Float>)

  /// Does the work of `sample` for a block that counts as inside.
  func sampleInside(_ memory: UnsafeMutablePointer<Float>) -> TextureSample
}

/// Samples a picture in focus. Coordinates are texture coordinates of the texture's first tap (`TextureTap`: one of the mipmap levels that
/// are mixed).
struct FocusedSampler<Texture: TextureReading>: PictureSampler {
  private let texture: Texture
  let axes: PictureAxes
  let innerLow: SIMD2<Float>
  let innerHigh: SIMD2<Float>
  /// The sprite's ramps, over distances in texture pixels.
  private let ramps: BoxRamps

  /// - Parameter reach: half size in pixels, along the sprite's axes, of the box around its centre inside of which no tap reads beyond the
  ///   centres of the texture's outermost pixels (`TextureTaps.innerReach`).
  @inline(__always)
  init(_ texture: Texture, _ kernel: PictureKernel, reach: SIMD2<Float>) {
    self.texture = texture
    let tap = texture.firstTap
    let scale = SIMD2(tap.scaleX, tap.scaleY)
    let center = SIMD2(tap.centerX, tap.centerY)
    axes = PictureAxes(
      gradientU: kernel.coordinates.gradientX * scale.x, gradientV: kernel.coordinates.gradientY * scale.y,
      center: center)
    ramps = BoxRamps(kernel.ramps, unitX: 1 / scale.x, unitY: 1 / scale.y)
    // Coverage is 0 from a distance of reachX on. It is 1 up to a distance that lies as far inside of the edge as reachX lies
    // outside: halfX − (reachX − halfX). The bounds are a little smaller, because distances are rounded.
    let x = min(2 * kernel.halfX - kernel.ramps.reachX, reach.x) * 0.999_99 - 1e-3
    let y = min(2 * kernel.halfY - kernel.ramps.reachY, reach.y) * 0.999_99 - 1e-3
    innerLow = SIMD2(max(center.x - x * scale.x, 0), max(center.y - y * scale.y, 0))
    innerHigh = SIMD2(
      min(center.x + x * scale.x, tap.lastX), min(center.y + y * scale.y, tap.lastY))
  }

  static var preparedFloatCount: Int { 8 + Texture.placeFloatCount }

  @inline(__always)
  func prepare(
    _ kernel: PictureKernel, _ u: Float8, _ v: Float8, isUncovered: SIMDMask<Int32x8>,
    in memory: UnsafeMutablePointer<Float>
  ) {
    let coverage = ramps.coverage(u - axes.center.x, v - axes.center.y)
    Lanes.store(coverage.replacing(with: 0, where: isUncovered), to: memory)
    texture.computePlaces(u, v, at: memory + 8)
  }

  @inline(__always)
  func sample(_ kernel: PictureKernel, _ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    texture.sample(at: memory + 8) * Lanes.load(memory)
  }

  static var canOmitSamples: Bool { Texture.canOmitSamples }

  @inline(__always)
  func prepareInside(
    _ u: Float8, _ v: Float8, isUncovered: SIMDMask<Int32x8>, in memory: UnsafeMutablePointer<Float>
  ) {
    texture.computePlacesInside(u, v, omitted: isUncovered, at: memory + 8)
  }

  @inline(__always)
  func sampleInside(_ memory: UnsafeMutablePointer<Float>) -> TextureSample {
    texture.sample(at: memory + 8)
  }
}
