import Lanes
import Raster

// Steep waves turn from light to shade within a pixel. One sample of their slope is enough, since slopes change slowly, but the
// light that follows from a slope changes fast. So the slope is extrapolated over the pixel by its derivative, eight slopes are
// lit, and their mean is taken: waves are computed only once. Compared with a reference of 64 complete samples a pixel, young
// rings have a third of the error that one sample leaves. Four slopes instead of eight would leave dashes along flat edges.
//
// The second derivatives of a ring's height are c·n·nᵀ, where c is the second derivative along the radius and n the radius's unit
// vector; the curvature of the ring's circle adds little. They are stored as one vector, the *bend* √|c|·n, of the packet with the
// greatest |c|. The sign of c does not matter, because the samples lie in opposite pairs. Until a row is shaded, its red and green
// planes hold the slopes, its blue and alpha planes the bend.
// Cost for 8 pixels, in lane operations, on top of that of one sample: 30 in a steep packet's annulus, 10 elsewhere in the tiles that it
// touches, and 350 where eight samples are needed.

/// Selects at compile time a loop over a packet's waves with or without their bend.
protocol RippleWaves {
  /// Whether the waves may need several samples for a pixel.
  static var areSteep: Bool { get }
}

/// Waves that need one sample for a pixel: their bend is not computed.
enum GentleWaves: RippleWaves {
  @_transparent static var areSteep: Bool { false }
}

/// Waves that may need several samples for a pixel.
enum SteepWaves: RippleWaves {
  @_transparent static var areSteep: Bool { true }
}

extension RipplesShader {
  /// 1 ÷ 0.6. Up to a change of light of 0.6 over a pixel one sample is enough; from 1.2 on the samples cover the whole pixel.
  private static var inverseSmoothChange: Float { 1 / 0.6 }

  /// Whether a packet's waves may change the light within a pixel by so much that one sample is not enough.
  func isSteep(_ packet: RipplePacket) -> Bool {
    packet.maximumCurvature * sensitivity * inverseVerticalScale * Self.inverseSmoothChange > 1
  }

  /// Stores the bend of a packet's waves for those of eight pixels at which it is the greatest so far. `planes` points to the x of the
  /// bends; the y lie `width` floats later. `curvature` is c, (dx, dy) is the vector from the packet's centre to each pixel, `radius` is
  /// its length.
  @inline(__always)
  func keepGreatestBend(
    _ curvature: Float8, _ dx: Float8, _ dy: Float, _ radius: Float8, _ planes: UnsafeMutablePointer<Float>,
    _ width: Int
  ) {
    let magnitude = Lanes.abs(curvature)
    let scale = Lanes.sqrt(magnitude) / radius
    let (x, y) = (Lanes.load(planes), Lanes.load(planes + width))
    let isGreater = magnitude .> x * x + y * y
    Lanes.store(Lanes.select(isGreater, dx * scale, x), to: planes)
    Lanes.store(Lanes.select(isGreater, dy * scale, y), to: planes + width)
  }

  /// The bend √|c|·n of the waves in eight pixels.
  struct Bend {
    var x: Float8
    var y: Float8
    /// How far the samples spread, 0...1: at 0 all lie in the pixel's centre, at 1 they cover the pixel.
    var spread: Float8
  }

  /// The bend of a block; nil if one sample is enough for all of its pixels. `block` points to the red of the block's first pixel. As the
  /// bend grows, samples spread gradually from the centre of the pixel, so that nothing jumps from frame to frame.
  @inline(__always)
  func bend(_ block: UnsafeMutablePointer<Float>, _ width: Int) -> Bend? {
    let (x, y) = (Lanes.load(block + 2 &* width), Lanes.load(block + 3 &* width))
    let extent = (Lanes.abs(x) + Lanes.abs(y) * inverseVerticalScale) * (sensitivity * Self.inverseSmoothChange)
    // The square of the change of light over the pixel, in units of the change for which one sample is enough.
    let relativeChangeSquare = (x * x + y * y) * (extent * extent)
    if !Lanes.anyAbove(relativeChangeSquare, 1) { return nil }
    return Bend(x: x, y: y, spread: Lanes.clamp(Lanes.sqrt(relativeChangeSquare) - 1, 0, 1))
  }

  /// Turns the slopes of a block into the mean light and shade of eight points of each pixel. The points are spread evenly in all
  /// directions; no two of them lie in the same row or column.
  @inline(never)
  func shadeFinely(_ out: UnsafeMutablePointer<Float>, _ width: Int, _ glintOfStillWater: Float8, _ bend: Bend) {
    let (sx, sy) = (Lanes.load(out), Lanes.load(out + width))
    // Scaled such that `along` is √|c| times a sample's offset along the radius.
    let (x, y) = (bend.x * (bend.spread * 0.0625), bend.y * (bend.spread * (0.0625 * inverseVerticalScale)))
    // Four points, in sixteenths of a pixel from the pixel's centre; the other four lie opposite.
    let (columns, rows) = (SIMD4<Float>(1, 3, 5, 7), SIMD4<Float>(7, -1, -5, 3))
    // Added in pairs, so that the mean of eight equal samples is exactly that sample.
    var (sum, partialSum) = (Reflection(lit: Float8(), shaded: Float8()), Reflection(lit: Float8(), shaded: Float8()))
    for index in 0..<4 {
      let along = x * columns[index] + y * rows[index]
      let (dx, dy) = (bend.x * along, bend.y * along)
      partialSum =
        partialSum + (reflection(sx + dx, sy + dy, glintOfStillWater) + reflection(sx - dx, sy - dy, glintOfStillWater))
      if index & 1 == 1 {
        sum = sum + partialSum
        partialSum = Reflection(lit: Float8(), shaded: Float8())
      }
    }
    store(Reflection(lit: sum.lit * 0.125, shaded: sum.shaded * 0.125), out, width)
  }
}
