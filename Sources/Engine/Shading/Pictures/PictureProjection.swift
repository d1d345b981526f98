import Lanes
import Model
import Raster

/// A picture seen through a projection: colours rows of pixels.
///
/// Where the picture is enlarged or keeps its size, a pixel is interpolated from sixteen, four or one of the picture's pixels around its
/// centre (`Interpolation`). Where the picture is reduced, a pixel is the mean of several samples on a line in the direction of the
/// strongest reduction (as in Feline, J. McCormack and others, 1999), each mixed from the two nearest levels of the picture (L. Williams,
/// "Pyramidal Parametrics", 1983). If the projection is affine, samples are taken along such a line in each quarter of the pixel.
/// The reduction is computed once for each block of eight pixels of the frame. Points behind the eye are transparent.
struct PictureProjection: Sendable {
  /// How pixels are interpolated where the picture is not reduced.
  enum Interpolation: Sendable {
    case nearest, linear, cubic
  }

  let picture: SampledPicture
  /// From pixels of the frame to those of the picture.
  let inverse: Projection
  let interpolation: Interpolation
  /// The number of the picture's levels that are used.
  var levelCount = 1
  /// Whether blocks of eight pixels share a footprint along a run of pixels on which it hardly changes. For planes in space under a moving
  /// camera, where footprints would cost as much as samples.
  var sharesFootprints = false

  /// The least w of `inverse` at which the picture is visible.
  private static let leastW = 1e-5
  /// Reductions up to this count as none: rounding may make a rotation look like a slight reduction.
  private static let leastReduction = 1.001
  /// The greatest number of samples along the line.
  private static let maximumSamples = 8.0

  /// The part of the picture that a pixel of the frame covers, and how it is sampled.
  private struct Footprint {
    /// The number of samples along the line, and the step from one to the next in pixels of the picture.
    var sampleCount = 1
    var step = (x: 0.0, y: 0.0)
    /// The index of the level, and the share of the next level that is mixed in.
    var level = 0
    var nextLevelShare: Float = 0
    var isReduced = false
    /// The longer axis of the covered ellipse, in pixels of the picture.
    var longAxis = 0.0

    /// Whether one sample of the first level, or a cubic, is the whole colour.
    var isOneSample: Bool { sampleCount == 1 && level == 0 && nextLevelShare == 0 }
  }

  /// The footprint that the blocks of a run share. A run begins at a multiple of its width, so that tiles never show.
  private struct FootprintRun {
    private static let width = 64
    /// Footprints whose long axes differ by less than this share count as one.
    private static let tolerance = 0.01
    private let number: Int
    private let end: Footprint
    /// The footprint in the run's middle; nil where it changes too much.
    private let shared: Footprint?

    /// The run of a column of the frame, after the one before it.
    init(_ projection: PictureProjection, column: Int, _ y: Double, after previous: FootprintRun?) {
      let number = column / Self.width
      self.number = number
      let left = Double(number * Self.width)
      func footprint(_ x: Double) -> Footprint { projection.footprint(x, y, levelCount: projection.levelCount) }
      let isNext = previous.map { $0.number == number - 1 } ?? false
      let start = isNext ? previous?.end ?? footprint(left) : footprint(left)
      end = footprint(left + Double(Self.width))
      let isSteady =
        start.isReduced == end.isReduced && start.sampleCount == end.sampleCount && start.level == end.level
        && start.longAxis > 0 && end.longAxis > 0
        && abs(start.longAxis - end.longAxis) < Self.tolerance * start.longAxis
      shared = isSteady ? footprint(left + Double(Self.width) / 2) : nil
    }

    func holds(_ column: Int) -> Bool { column / Self.width == number }

    /// The footprint of the block of eight pixels from a column on.
    func footprint(_ projection: PictureProjection, _ column: Int, _ y: Double) -> Footprint {
      shared ?? projection.footprint(Double(column &+ 4), y, levelCount: projection.levelCount)
    }
  }

  /// Four positions in a pixel of the frame. Where an affine projection reduces the picture, the samples at these positions are
  /// averaged: a single bilinear sample that falls exactly onto a pixel of the picture would miss the pixels beside it.
  private struct Quarters {
    /// The distance of the positions from the pixel's centre along both axes of the frame, in pixels. At 0.25 they are the centres of the
    /// quarters. The distance grows gradually from 0 to 0.25 as the footprint's long axis grows, so that zooms stay steady.
    let distance: Double

    init(longAxis: Double) {
      let (start, end) = (4.0 / 3, 1.6)
      distance = 0.25 * min(max((longAxis - start) / (end - start), 0), 1)
    }
  }

  /// The number of the picture's levels that pixels in a rectangle of the frame need; 1 where the picture is not reduced.
  func levelsNeeded(in rect: PixelRect) -> Int {
    var count = 1
    for row in 0...8 {
      for column in 0...8 {
        let x = Double(rect.x) + Double(rect.width * column) / 8
        let y = Double(rect.y) + Double(rect.height * row) / 8
        // 32 levels are more than any picture has.
        let footprint = footprint(x, y, levelCount: 32)
        if footprint.isReduced { count = max(count, footprint.level + 2) }
      }
    }
    // The twelfth level has a 2,048th of the picture's width and height.
    return min(count, 12)
  }

  /// The footprint at a position of the frame.
  ///
  /// - Parameter side: the side of the square that is projected, in pixels of the frame.
  private func footprint(_ x: Double, _ y: Double, levelCount: Int, side: Double = 1) -> Footprint {
    var result = Footprint()
    let w = inverse.wx * x + inverse.wy * y + inverse.w0
    guard w > Self.leastW else { return result }
    let u = (inverse.xx * x + inverse.xy * y + inverse.x0) / w
    let v = (inverse.yx * x + inverse.yy * y + inverse.y0) / w
    // The derivatives of the position in the picture, (u, v), along the frame's x and y.
    let a = (inverse.xx - u * inverse.wx) / w * side
    let b = (inverse.xy - u * inverse.wy) / w * side
    let c = (inverse.yx - v * inverse.wx) / w * side
    let d = (inverse.yy - v * inverse.wy) / w * side
    // A disc of the frame becomes an ellipse in the picture; `squaredLongAxis` is the square of its longer axis.
    let (p, q, r) = (a * a + b * b, a * c + b * d, c * c + d * d)
    let difference = p - r
    let root = (difference * difference + 4 * q * q).squareRoot()
    let squaredLongAxis = (p + r + root) / 2
    let longAxis = squaredLongAxis.squareRoot()
    result.longAxis = longAxis
    guard longAxis > Self.leastReduction else { return result }
    result.isReduced = true
    let shortAxis = abs(a * d - b * c) / longAxis
    // A bilinear sample mixes two pixels of the picture along each axis, so one sample is enough for two pixels: more samples would mix
    // again pixels that are mixed already, and blur. But where the picture is reduced to a third or less (a long axis of 3 or more), each
    // pixel gets a sample, so that every pixel counts wherever the samples lie. The short ramp from 2.9 to 3 keeps zooms steady.
    let pixelsPerSample = min(max(31 - 10 * longAxis, 1), 2)
    let count = min((longAxis / max(shortAxis, pixelsPerSample) - 1e-9).rounded(.up), Self.maximumSamples)
    result.sampleCount = Int(count)
    if result.sampleCount > 1 {
      // Two formulas give the axis's direction; the longer vector is the more exact one.
      let (first, second) = ((x: squaredLongAxis - r, y: q), (x: q, y: squaredLongAxis - p))
      let axis = first.x * first.x + first.y * first.y > second.x * second.x + second.y * second.y ? first : second
      let length = (axis.x * axis.x + axis.y * axis.y).squareRoot()
      let factor = length > 0 ? longAxis / (length * count) : 0
      result.step = (axis.x * factor, axis.y * factor)
    }
    var reduction = max(longAxis / (count * pixelsPerSample), 1)
    while reduction >= 2, result.level < levelCount - 1 {
      reduction /= 2
      result.level += 1
    }
    result.nextLevelShare = result.level < levelCount - 1 ? Float(min(reduction, 2) - 1) : 0
    return result
  }

  /// Colours `count` pixels of the frame's row `y` from column `x` on; `count` and `x` are multiples of 8. Red is written to `out`, the
  /// other planes follow `planeStride` floats apart.
  func shade(row y: Int, from x: Int, count: Int, into out: UnsafeMutablePointer<Float>, planeStride: Int) {
    let middle = Double(y) + 0.5
    let rowX = Float(inverse.xy * middle + inverse.x0)
    let rowY = Float(inverse.yy * middle + inverse.y0)
    let rowW = Float(inverse.wy * middle + inverse.w0)
    let (stepX, stepY, stepW) = (Float(inverse.xx), Float(inverse.yx), Float(inverse.wx))
    // An affine projection gives all pixels the same footprint.
    var sharedFootprint: Footprint?
    // The offsets, in the picture, of the four quarters' samples from the sample of the pixel's centre: x and y alternate.
    var quarterOffsets = SIMD8<Float>()
    var isQuartered = false
    if inverse.isAffine {
      let whole = footprint(Double(x), middle, levelCount: levelCount)
      let distance = Quarters(longAxis: whole.longAxis).distance
      isQuartered = distance > 0 && interpolation != .nearest
      var footprint = isQuartered ? footprint(Double(x), middle, levelCount: levelCount, side: 1 - 2 * distance) : whole
      // Where a quarter covers no more than a pixel of the picture, its own footprint does not count as reduced, and cubics could be used
      // (`Sampler.color`). The whole pixel's footprint decides, so that samples are bilinear.
      footprint.isReduced = whole.isReduced
      sharedFootprint = footprint
      let (right, down) = (
        SIMD2(Float(inverse.xx * distance), Float(inverse.yx * distance)),
        SIMD2(Float(inverse.xy * distance), Float(inverse.yy * distance))
      )
      let (rising, falling) = (right - down, right + down)
      quarterOffsets = SIMD8(
        -falling.x, -falling.y, rising.x, rising.y, -rising.x, -rising.y, falling.x, falling.y)
    }
    picture.withLevels { levels, places in
      let sampler = Sampler(levels, picture.edges, interpolation, places)
      var run: FootprintRun?
      /// The footprint of eight pixels, where each may have its own.
      func ownFootprint(_ column: Int) -> Footprint {
        guard sharesFootprints, column >= 0 else {
          return footprint(Double(column &+ 4), middle, levelCount: levelCount)
        }
        if let run, run.holds(column) { return run.footprint(self, column, middle) }
        let next = FootprintRun(self, column: column, middle, after: run)
        run = next
        return next.footprint(self, column, middle)
      }
      var column = 0
      var nextTry = 0
      while column < count {
        if column >= nextTry, let equalPixels = picture.equalPixels {
          let end = min(column &+ Self.fillWidth, count)
          nextTry = end
          let isSimple = sharedFootprint.map { $0.isOneSample } ?? ownFootprint(x &+ column).isOneSample
          if isSimple, !isQuartered,
            let pixel = onlyPixel(from: Double(x &+ column), to: Double(x &+ end), middle, equalPixels, levels[0])
          {
            for plane in 0..<4 {
              (out + plane &* planeStride + column).update(repeating: pixel[plane], count: end &- column)
            }
            column = end
            continue
          }
        }
        let columns = Lanes.laneNumbers + (Float(x &+ column) + 0.5)
        let w = columns * stepW + rowW
        let isSeen = w .> Float(Self.leastW)
        let factor = 1 / Lanes.select(isSeen, w, Float8(repeating: 1))
        let u = (columns * stepX + rowX) * factor - 0.5
        let v = (columns * stepY + rowY) * factor - 0.5
        let footprint = sharedFootprint ?? ownFootprint(x &+ column)
        let onto = out + column
        column &+= 8
        if picture.edges == .transparent && misses(u, v, isSeen, footprint) {
          for plane in 0..<4 { Lanes.store(Float8(), to: onto + plane &* planeStride) }
          continue
        }
        var color: LaneColor
        if isQuartered {
          color = LaneColor.transparent
          for quarter in 0..<4 {
            let (du, dv) = (quarterOffsets[2 &* quarter], quarterOffsets[2 &* quarter &+ 1])
            color += sampler.color(u + du, v + dv, footprint)
          }
          color = color * 0.25
        } else {
          color = sampler.color(u, v, footprint)
        }
        if !Lanes.all(isSeen) { color = color.replaced(by: .transparent, where: .!isSeen) }
        color.store(to: onto, planeStride: planeStride)
      }
    }
  }

  /// Whether pixels are interpolated by cubics along each axis alone, or, where the picture is reduced a little, linearly; nil for a projection that
  /// does more than to scale and move the picture, or where more is read of it than the pixels around a place.
  var isSeparablyCubic: Bool? {
    guard inverse.isAffine, inverse.xy == 0, inverse.yx == 0, interpolation == .cubic,
      picture.edges == .transparent
    else { return nil }
    let footprint = footprint(0, 0, levelCount: levelCount)
    guard footprint.isOneSample, Quarters(longAxis: footprint.longAxis).distance == 0 else { return nil }
    return !footprint.isReduced
  }

  /// Pixels of the frame that are filled at once where they show equal pixels of the picture.
  private static let fillWidth = 64

  /// The only pixel of the picture that is seen in a part of a row; nil if there are several. Where pixels are interpolated by `shade` from
  /// equal ones, the result is the same to the last bit.
  ///
  /// - Parameter y: the row's middle.
  private func onlyPixel(
    from start: Double, to end: Double, _ y: Double, _ equalPixels: EqualPixels, _ level: SampledPicture.Level
  ) -> SampledPicture.Pixel? {
    let (first, last) = (inverse(start, y), inverse(end, y))
    // A projection keeps lines straight: what lies between the ends is seen between their images.
    guard first.w > Self.leastW, last.w > Self.leastW else { return nil }
    let (left, right) = (min(first.x, last.x), max(first.x, last.x))
    let (top, bottom) = (min(first.y, last.y), max(first.y, last.y))
    // Steep lines cross too many rows, and positions far outside have no integer.
    guard left > 4, top > 4, right < 1e6, bottom < 1e6, bottom - top < 24 else { return nil }
    return equalPixels.pixel(
      left: Int(left) - 3, top: Int(top) - 3, right: Int(right) + 3, bottom: Int(bottom) + 3, of: level)
  }

  /// Whether eight positions lie so far outside of a picture with transparent edges that their colours contain nothing of it.
  @inline(__always)
  private func misses(_ u: Float8, _ v: Float8, _ isSeen: SIMDMask<Int32x8>, _ footprint: Footprint) -> Bool {
    // The samples of quarters lie within the same reach.
    var reach: Float = 4
    if footprint.isReduced {
      let steps = abs(footprint.step.x) + abs(footprint.step.y)
      reach = Float(8 &<< footprint.level) + Float(steps) * Float(footprint.sampleCount)
    }
    let (right, bottom) = (Float(picture.width) + reach, Float(picture.height) + reach)
    let isNear = (u .> -reach) .& (u .< right) .& (v .> -reach) .& (v .< bottom) .& isSeen
    return !Lanes.any(isNear)
  }

  /// Finds colours at positions of the picture, where the centre of the first pixel is (0, 0).
  private struct Sampler {
    private let levels: UnsafePointer<SampledPicture.Level>
    private let edges: SampledPicture.Edges
    private let interpolation: Interpolation
    private let places: SamplePlaces

    init(
      _ levels: UnsafePointer<SampledPicture.Level>, _ edges: SampledPicture.Edges, _ interpolation: Interpolation,
      _ places: SamplePlaces
    ) {
      (self.levels, self.edges, self.interpolation, self.places) = (levels, edges, interpolation, places)
    }

    @inline(__always)
    func color(_ u: Float8, _ v: Float8, _ footprint: Footprint) -> LaneColor {
      if interpolation == .nearest { return levels[0].nearest(u, v, edges, places) }
      guard footprint.isReduced else {
        return interpolation == .cubic ? levels[0].cubic(u, v, places) : levels[0].linear(u, v, edges, places)
      }
      return mean(u, v, footprint)
    }

    /// The mean of the samples along the direction of the strongest reduction.
    @inline(__always)
    private func mean(_ u: Float8, _ v: Float8, _ footprint: Footprint) -> LaneColor {
      var sum = LaneColor.transparent
      let count = footprint.sampleCount
      let (stepX, stepY) = (Float(footprint.step.x), Float(footprint.step.y))
      var index = 0
      while index < count {
        let offset = Float(index) - 0.5 * Float(count &- 1)
        let (x, y) = (u + offset * stepX, v + offset * stepY)
        var color = sample(x, y, footprint.level)
        if footprint.nextLevelShare > 0 {
          color = color * (1 - footprint.nextLevelShare)
          color += sample(x, y, footprint.level &+ 1) * footprint.nextLevelShare
        }
        sum += color
        index &+= 1
      }
      return sum * (1 / Float(count))
    }

    /// The bilinear samples of one level. `u` and `v` are counted in pixels of the full-sized picture.
    @inline(__always)
    private func sample(_ u: Float8, _ v: Float8, _ index: Int) -> LaneColor {
      let scale = 1 / Float(1 &<< index)
      return levels[index].linear((u + 0.5) * scale - 0.5, (v + 0.5) * scale - 0.5, edges, places)
    }
  }
}
