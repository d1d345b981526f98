import Lanes
import Raster

// Steep waves turn from light to shade within a pixel. One sample of their slope is enough, since slopes change slowly, but the
// light that follows from a slope changes fast. So the slope is extrapolated over the pixel by its derivative, eight slopes are
// lit, and the mean is taken: no wave is computed twice. Against a reference of 64 complete samples for each pixel, young
// rings have a third of the error that one sample leaves. Four slopes in place of eight would leave dashes along flat edges.
//
// The second derivatives of a ring's height are those along its radius, c·n·nᵀ with n the unit vector of the radius; what the
// curvature of the ring's circle adds is small beside that. The second derivatives are kept as one vector, the *bend* √|c|·n, of the packet with the greatest |c|.
// The sign of c is not kept: it changes nothing, because the samples lie in opposite pairs. Until a row is shaded, its red and green
// planes hold the slopes, blue and alpha the bend.
// Cost: 30 lane operations per 8 pixels of a steep packet's annulus, 10 in its tiles, and 350 where samples are needed.

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
  /// 1 ÷ the greatest change of light over a pixel for which one sample is enough, 0.6. At twice that change the samples cover
  /// all of the pixel.
  private static var inverseSmoothChange: Float { 1 / 0.6 }

  /// Whether light may change within a pixel of a packet's waves by so much that one sample is not enough.
  func isSteep(_ packet: RipplePacket) -> Bool {
    packet.maximumCurvature * sensitivity * inverseVerticalScale * Self.inverseSmoothChange > 1
  }

  /// Stores the bend of a packet's waves in those of eight pixels where it is the greatest so far. `planes` is where the x of the
  /// first pixel's bend is stored; the y lie `width` floats later. (dx, dy) leads from the packet to the pixel, `radius` is its
  /// length.
  @inline(__always)
  func keepBend(
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
    /// How far apart the samples lie, 0...1: all over the pixel at 1, all in its middle at 0.
    var spread: Float8
  }

  /// The bend of a block, whose first pixel's red is `block`; nil if one sample is enough for all of its pixels. As the bend
  /// grows, samples spread gradually from the middle of the pixel, so that nothing jumps from frame to frame.
  @inline(__always)
  func bend(_ block: UnsafeMutablePointer<Float>, _ width: Int) -> Bend? {
    let (x, y) = (Lanes.load(block + 2 &* width), Lanes.load(block + 3 &* width))
    let extent = (Lanes.abs(x) + Lanes.abs(y) * inverseVerticalScale) * (sensitivity * Self.inverseSmoothChange)
    // The change of light over the pixel, where `smoothChange` is 1, squared.
    let relativeChangeSquare = (x * x + y * y) * (extent * extent)
    if !Lanes.anyAbove(relativeChangeSquare, 1) { return nil }
    return Bend(x: x, y: y, spread: Lanes.clamp(Lanes.sqrt(relativeChangeSquare) - 1, 0, 1))
  }

  /// Turns the slopes of a block into the mean light and shade of eight points of each pixel, no two of them in one row or
  /// column, that are evenly spread in all directions.
  @inline(never)
  func shadeFinely(_ out: UnsafeMutablePointer<Float>, _ width: Int, _ stillGlint: Float8, _ bend: Bend) {
    let (sx, sy) = (Lanes.load(out), Lanes.load(out + width))
    // So scaled that `along` is √|c| times a sample's offset along the radius.
    let (x, y) = (bend.x * (bend.spread * 0.0625), bend.y * (bend.spread * (0.0625 * inverseVerticalScale)))
    // Four points, in sixteenths of a pixel from its middle; the other four lie opposite.
    let (columns, rows) = (SIMD4<Float>(1, 3, 5, 7), SIMD4<Float>(7, -1, -5, 3))
    // Added in pairs, so that the mean of eight equal samples is exactly that sample.
    var (sum, partialSum) = (Reflection(lit: Float8(), shaded: Float8()), Reflection(lit: Float8(), shaded: Float8()))
    for index in 0..<4 {
      let along = x * columns[index] + y * rows[index]
      let (dx, dy) = (bend.x * along, bend.y * along)
      partialSum = partialSum + (reflection(sx + dx, sy + dy, stillGlint) + reflection(sx - dx, sy - dy, stillGlint))
      if index & 1 == 1 {
        sum = sum + partialSum
        partialSum = Reflection(lit: Float8(), shaded: Float8())
      }
    }
    store(Reflection(lit: sum.lit * 0.125, shaded: sum.shaded * 0.125), out, width)
  }
}
