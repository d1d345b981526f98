import Colorimetry
import Lanes
import Model

/// Lights a body that bulges towards the viewer, at one time.
///
/// The surface with normal (x, y, √(1 − x² − y²)) is lit by a distant lamp. Where the surface receives more light than a flat surface,
/// the light's colour is mixed in; where it receives less, the shade's colour (Lambert 1760). x points right, y down and z to the viewer.
/// A rim inside the edge, brighter towards the lamp, and a highlight are added on top. The highlight lies where the normal is close
/// to the half vector between lamp and viewer (Blinn 1977). Its strength is (1 − (1 − h)·s/16)⁸, near e^(−s(1 − h)/2), where h is the
/// cosine of the angle between normal and half vector, and s the shininess.
/// Cost: about 60 lane operations for eight pixels.
struct ReliefShader: Sendable {
  /// The unit vector towards the lamp.
  private let lampDirection: SIMD3<Float>
  /// The unit vector in the canvas's plane that points to the lamp's side.
  private let lampBearing: SIMD2<Float>
  /// The unit vector halfway between the directions of the lamp and of the viewer.
  private let halfVector: SIMD3<Float>
  /// Strengths of light and shade.
  private let lightStrength, shadeStrength: Float
  /// Premultiplied colours of light and shade.
  private let lightColor, shadeColor: SIMD4<Float>
  /// `rim` is the rim's strength at the edge on the lamp's side. Let n be the length of the normal's projection (x, y), which is 1 at
  /// the edge. The strength falls inwards as the square of (n − rimStart) · rimSlope: 1 at the edge, 0 where n is `rimStart`.
  private let rim, rimStart, rimSlope: Float
  /// The highlight's strength, and its shininess ÷ 16.
  private let gloss, sharpness: Float
  /// The share of the opacity that is taken away in the middle of the body, 0...1.
  private let hollow: Float
  /// 1 for a body as round as a ball, 0 for a body that is flat in the middle. Used for blobs alone: the height of metaballs follows
  /// from their field.
  let roundness: Float

  init(_ relief: Relief, canvas: Canvas, clock: AnimationClock) {
    let (lampSine, lampCosine) = Angles.sineAndCosine(degrees: relief.lightHeight.value(at: clock))
    let (sine, cosine) = Angles.sineAndCosine(degrees: relief.lightAngle.value(at: clock))
    let direction = SIMD3(lampCosine * cosine, lampCosine * sine, lampSine)
    lampDirection = SIMD3<Float>(direction)
    lampBearing = SIMD2(Float(cosine), Float(sine))
    let sum = direction + SIMD3(0, 0, 1)
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot()
    halfVector = SIMD3<Float>(sum / length)
    lightStrength = Float(relief.light.value(at: clock))
    shadeStrength = Float(relief.shade.value(at: clock))
    lightColor = relief.lightColor.clampedTileValue(on: canvas)
    shadeColor = relief.shadeColor.clampedTileValue(on: canvas)
    rim = Float(relief.rim.value(at: clock))
    let rimWidth = max(relief.rimWidth.value(at: clock), 0.001)
    rimStart = Float(1 - rimWidth)
    rimSlope = Float(1 / rimWidth)
    gloss = Float(relief.gloss.value(at: clock))
    sharpness = Float(max(relief.shininess.value(at: clock), 1) / 16)
    hollow = Float(relief.hollow.value(at: clock))
    roundness = Float(relief.roundness.value(at: clock))
  }

  /// Lights eight premultiplied pixels of the body's own colour in place, given the x and y components of the unit normals.
  /// `pixel` points to the red of the first pixel; planes lie `planeStride` floats apart.
  @inline(__always)
  func apply(normalX x: Float8, normalY y: Float8, to pixel: UnsafeMutablePointer<Float>, planeStride stride: Int) {
    var red = Lanes.load(pixel)
    var green = Lanes.load(pixel + stride)
    var blue = Lanes.load(pixel + 2 &* stride)
    var alpha = Lanes.load(pixel + 3 &* stride)
    let square = Lanes.min(x * x + y * y, 1)
    let z = Lanes.sqrt(1 - square)
    if hollow > 0 {
      let opacity = 1 - hollow * (1 - square)
      red *= opacity
      green *= opacity
      blue *= opacity
      alpha *= opacity
    }
    // The light that the surface receives minus the light that a flat surface receives. Light and shade keep the body's alpha.
    let excess = x * lampDirection.x + y * lampDirection.y + (z - 1) * lampDirection.z
    let lit = Lanes.clamp(excess * lightStrength, 0, 1)
    let dark = Lanes.clamp(excess * (0 - shadeStrength), 0, 1)
    let remaining = 1 - lit * lightColor.w - dark * shadeColor.w
    let (litAlpha, darkAlpha) = (lit * alpha, dark * alpha)
    red = red * remaining + litAlpha * lightColor.x + darkAlpha * shadeColor.x
    green = green * remaining + litAlpha * lightColor.y + darkAlpha * shadeColor.y
    blue = blue * remaining + litAlpha * lightColor.z + darkAlpha * shadeColor.z
    // Rim and highlight lie on top.
    let rimShare = Lanes.clamp((Lanes.sqrt(square) - rimStart) * rimSlope, 0, 1)
    // At the edge 0.1 on the side away from the lamp, 1 on the side towards the lamp.
    let rimLight = 0.55 + 0.45 * (x * lampBearing.x + y * lampBearing.y)
    let halfVectorCosine = x * halfVector.x + y * halfVector.y + z * halfVector.z
    let base = Lanes.max(1 - (1 - halfVectorCosine) * sharpness, 0)
    let power4 = (base * base) * (base * base)
    let shine = Lanes.min(rimShare * rimShare * rimLight * rim + power4 * power4 * gloss, 1)
    let transmitted = 1 - shine * lightColor.w
    Lanes.store(red * transmitted + shine * lightColor.x, to: pixel)
    Lanes.store(green * transmitted + shine * lightColor.y, to: pixel + stride)
    Lanes.store(blue * transmitted + shine * lightColor.z, to: pixel + 2 &* stride)
    Lanes.store(alpha * transmitted + shine * lightColor.w, to: pixel + 3 &* stride)
  }
}

extension ReliefShader {
  /// Nanoseconds of one core for the light and shade of a pixel.
  static let pixelNanoseconds = 2.0
}
