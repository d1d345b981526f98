import Colorimetry
import Lanes
import Model

/// Light and shade on a body that bulges towards the eye, at one time.
///
/// The surface's normal (x, y, √(1 − x² − y²)) is lit by a lamp far away: what it gets more than a flat surface would takes
/// the light's colour, what it gets less the shade's (Lambert 1760). Over that lie a line inside the edge, brighter towards the
/// lamp, and the lamp's mirror image, where the normal is close to the middle between lamp and eye (Blinn 1977) — its power
/// is (1 − (1 − h)·s/16)⁸, near e^(−s(1 − h)/2).
/// Cost: about 60 lane operations for eight pixels.
struct ReliefShader: Sendable {
  private let lamp: SIMD3<Float>
  private let side: SIMD2<Float>
  private let half: SIMD3<Float>
  private let light, shade: Float
  private let lightColor, shadeColor: SIMD4<Float>
  private let rim, rimStart, rimSlope: Float
  private let gloss, sharpness: Float
  private let hollow: Float
  let roundness: Float

  init(_ relief: Relief, canvas: Canvas, clock: AnimationClock) {
    let (lampSine, lampCosine) = Angles.sineAndCosine(degrees: relief.lightHeight.value(at: clock))
    let (sine, cosine) = Angles.sineAndCosine(degrees: relief.lightAngle.value(at: clock))
    let direction = SIMD3(lampCosine * cosine, lampCosine * sine, lampSine)
    lamp = SIMD3<Float>(direction)
    side = SIMD2(Float(cosine), Float(sine))
    let sum = direction + SIMD3(0, 0, 1)
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot()
    half = SIMD3<Float>(sum / length)
    light = Float(relief.light.value(at: clock))
    shade = Float(relief.shade.value(at: clock))
    let encoding: ColorRamp.Encoding = canvas.blending == .srgb ? .srgb : .linear
    lightColor = Self.held(relief.lightColor.premultiplied(encoding), canvas)
    shadeColor = Self.held(relief.shadeColor.premultiplied(encoding), canvas)
    rim = Float(relief.rim.value(at: clock))
    let width = max(relief.rimWidth.value(at: clock), 0.001)
    rimStart = Float(1 - width)
    rimSlope = Float(1 / width)
    gloss = Float(relief.gloss.value(at: clock))
    sharpness = Float(max(relief.shininess.value(at: clock), 1) / 16)
    hollow = Float(relief.hollow.value(at: clock))
    roundness = Float(relief.roundness.value(at: clock))
  }

  /// An srgb canvas holds nothing outside 0...1.
  private static func held(_ color: SIMD4<Double>, _ canvas: Canvas) -> SIMD4<Float> {
    var color = color
    if canvas.blending == .srgb { for index in 0..<3 { color[index] = min(max(color[index], 0), color.w) } }
    return SIMD4<Float>(color)
  }

  /// Eight premultiplied pixels of the body's own colour, which become lit ones.
  @inline(__always)
  func apply(normalX x: Lane8, normalY y: Lane8, to pixel: UnsafeMutablePointer<Float>, planeStride stride: Int) {
    var red = Lanes.load(pixel)
    var green = Lanes.load(pixel + stride)
    var blue = Lanes.load(pixel + 2 &* stride)
    var alpha = Lanes.load(pixel + 3 &* stride)
    let square = Lanes.min(x * x + y * y, 1)
    let z = Lanes.sqrt(1 - square)
    if hollow > 0 {
      let rest = 1 - hollow * (1 - square)
      red *= rest
      green *= rest
      blue *= rest
      alpha *= rest
    }
    // Light and shade keep the body's own alpha.
    let more = x * lamp.x + y * lamp.y + (z - 1) * lamp.z
    let lit = Lanes.clamp(more * light, 0, 1)
    let dark = Lanes.clamp(more * (0 - shade), 0, 1)
    let own = 1 - lit * lightColor.w - dark * shadeColor.w
    let (lift, drop) = (lit * alpha, dark * alpha)
    red = red * own + lift * lightColor.x + drop * shadeColor.x
    green = green * own + lift * lightColor.y + drop * shadeColor.y
    blue = blue * own + lift * lightColor.z + drop * shadeColor.z
    // What shines lies on it.
    let edge = Lanes.clamp((Lanes.sqrt(square) - rimStart) * rimSlope, 0, 1)
    let towards = 0.55 + 0.45 * (x * side.x + y * side.y)
    let cosine = x * half.x + y * half.y + z * half.z
    let near = Lanes.max(1 - (1 - cosine) * sharpness, 0)
    let near4 = (near * near) * (near * near)
    let shine = Lanes.min(edge * edge * towards * rim + near4 * near4 * gloss, 1)
    let under = 1 - shine * lightColor.w
    Lanes.store(red * under + shine * lightColor.x, to: pixel)
    Lanes.store(green * under + shine * lightColor.y, to: pixel + stride)
    Lanes.store(blue * under + shine * lightColor.z, to: pixel + 2 &* stride)
    Lanes.store(alpha * under + shine * lightColor.w, to: pixel + 3 &* stride)
  }
}

/// A row of a body before it is painted: shares of pixels that are covered, and its normals.
struct ReliefRow {
  let coverage: UnsafeMutablePointer<Float>
  let normalX: UnsafeMutablePointer<Float>
  let normalY: UnsafeMutablePointer<Float>
  /// Memory on the way.
  let other: UnsafeMutablePointer<Float>

  /// Floats that a row takes.
  static func count(width: Int) -> Int { 4 * width }

  init(_ memory: UnsafeMutablePointer<Float>, width: Int) {
    coverage = memory
    normalX = memory + width
    normalY = memory + 2 &* width
    other = memory + 3 &* width
  }

  @inline(__always)
  static func isNothing(_ share: Lane8) -> Bool {
    let parts = unsafeBitCast(share, to: SIMD4<UInt64>.self)
    return parts[0] | parts[1] | parts[2] | parts[3] == 0
  }

  /// Calls `body` with each run of columns, in whole blocks, that are covered at all.
  @inline(__always)
  func forEachRun(of columns: Range<Int>, _ body: (Range<Int>) -> Void) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      if Self.isNothing(Lanes.load(coverage + x)) {
        x &+= 8
        continue
      }
      var end = x &+ 8
      while end < columns.upperBound && !Self.isNothing(Lanes.load(coverage + end)) { end &+= 8 }
      body(x..<end)
      x = end
    }
  }

  /// Lights a painted run and takes its share of each pixel.
  @inline(__always)
  func finish(_ run: Range<Int>, of pixels: UnsafeMutablePointer<Float>, planeStride: Int, relief: ReliefShader?) {
    var x = run.lowerBound
    while x < run.upperBound {
      if let relief {
        relief.apply(
          normalX: Lanes.load(normalX + x), normalY: Lanes.load(normalY + x), to: pixels + x, planeStride: planeStride)
      }
      let share = Lanes.load(coverage + x)
      for plane in 0..<4 {
        let pixel = pixels + (plane &* planeStride &+ x)
        Lanes.store(Lanes.load(pixel) * share, to: pixel)
      }
      x &+= 8
    }
  }
}
