import Lanes
import Model

/// A lamp at one time as shafts show it, in pixels of the picture.
///
/// Air that is the same everywhere scatters to the eye, from each place, as much of a lamp's light as arrives there. Along a line of sight that
/// passes the lamp at the distance b this adds up to light ∝ 1 ÷ b, for light that weakens by the square of the distance; within a cone, to that times
/// the angle in which the plane through eye, lamp and line cuts the cone. Near the lamp, where light does not weaken up to a radius R, the sum
/// tends to a limit: 1 ÷ √(1 + (4b ÷ πR)²) has the right values at both ends, is at most 22 % less in between, and unlike the sum shows no ring at R.
struct ShaftLamp: Equatable {
  let strips: ShaftStrips
  /// The lamp in the camera's space: to the right, down and ahead; a unit vector for parallel light.
  private let place: SIMD3<Float>
  private let isParallel: Bool
  /// Colour times intensity.
  let light: SIMD3<Float>
  private let axis: SIMD3<Float>
  private let edgeCosine: Float
  private let inverseFade: Float
  /// What the beam's middle adds up to, by which `beam` is divided.
  private let beamScale: Float
  /// 4 ÷ πR; 0 where light does not weaken.
  private let inverseCore: Float
  /// The square of the radius within which the light has no peak.
  private let squaredCore: Float
  private let inverseLength: Float
  private let principal: SIMD2<Float>
  private let inverseFocalLength: Float
  private let entry: Float
  /// The deviation by which casters are blurred, in points: half of the lamp's radius.
  let sigmaPoints: Double

  /// - Parameters:
  ///   - source: the lamp in the camera's space, in pixels.
  ///   - size: the lamp's radius in points; for parallel light degrees across it.
  ///   - reach: pixels around the picture in which casters are known; `step`: the distance of samples in pixels.
  init(
    _ source: PreparedLights.Source, size: Double, seenBy pose: CameraPose, on canvas: Canvas, lengthPoints: Double,
    reach: Double, step: Double
  ) {
    let scale = canvas.pixelsPerPoint
    let focalLength = pose.focalLength * scale
    let principal = pose.principal * scale
    let (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
    let place = SIMD3<Double>(source.place)
    let center = SIMD2(width / 2, height / 2)
    let towards = SIMD2(place.x, place.y) * focalLength + (principal - center) * place.z
    strips = ShaftStrips(
      towards: towards, w: place.z, width: width, height: height, reach: reach, step: step)
    (self.place, isParallel, light) = (source.place, source.isParallel, source.light)
    (axis, edgeCosine, inverseFade) = (source.axis, source.edgeCosine, source.inverseFade)
    let core: Double
    if source.isParallel {
      let tangent = Lanes.tan(min(size, 120) * 3.141_592_653_589_793 / 360)
      sigmaPoints = tangent * pose.focalLength / 2
      core = 0
    } else {
      sigmaPoints = size / 2
      core =
        source.squaredRadius < .infinity
        ? Double(source.squaredRadius).squareRoot() * 0.785_398_163_397_448_3 : size * scale
    }
    squaredCore = Float(core * core)
    inverseCore = source.isParallel || source.squaredRadius == .infinity ? 0 : Float(1 / max(core, 1e-3))
    inverseLength = Float(1 / (lengthPoints * scale))
    self.principal = SIMD2<Float>(principal)
    inverseFocalLength = Float(1 / focalLength)
    entry = Float(strips.entry)
    beamScale = inverseFade > 0 ? 1 / Self.cut(edgeCosine, inverseFade, across: Float8(repeating: 1), Float8())[0] : 1
  }

  /// The share of the light that goes along a ray, were there nothing in its way: 1 but for spotlights.
  func beam(along rays: (x: Float8, y: Float8)) -> Float8 {
    guard inverseFade > 0 else { return Float8(repeating: 1) }
    // The plane through eye and lamp in which the ray is seen: the direction to the eye, and one at a right angle to it.
    let toEye = LaneVector(repeating: -place).unit.vector
    let seen = LaneVector(
      (rays.x - principal.x) * inverseFocalLength, (rays.y - principal.y) * inverseFocalLength,
      Float8(repeating: 1))
    let part = seen.dot(toEye)
    let side = LaneVector(seen.x - toEye.x * part, seen.y - toEye.y * part, seen.z - toEye.z * part).unit.vector
    let lampAxis = LaneVector(repeating: axis)
    return Self.cut(edgeCosine, inverseFade, across: side.dot(lampAxis), toEye.dot(lampAxis)) * beamScale
  }

  /// The angle, in radians, in which half planes through eye and lamp cut a cone, weighed by how the cone fades.
  ///
  /// - Parameters:
  ///   - side: the cosine between the cone's axis and the direction of the half plane.
  ///   - eye: the cosine between the axis and the direction to the eye.
  private static func cut(
    _ edgeCosine: Float, _ inverseFade: Float, across side: Float8, _ eye: Float8
  ) -> Float8 {
    // The direction at the angle ψ from `side` has the cosine side·cos ψ + eye·sin ψ = nearest·cos(ψ − middle).
    let nearest = Lanes.sqrt(side * side + eye * eye)
    let middle = Lanes.atan2(y: eye, x: side)
    let ratio = Lanes.clamp(edgeCosine / Lanes.max(nearest, 1e-6), -1, 1)
    let half = Lanes.atan2(y: Lanes.sqrt(1 - ratio * ratio), x: ratio)
    let quarter = Float(1.570_796_326_794_896_6)
    let low = Lanes.clamp(middle - half, -quarter, quarter)
    let high = Lanes.clamp(middle + half, -quarter, quarter)
    let count = 16
    let width = (high - low) * (1 / Float(count))
    var sum = Float8()
    for index in 0..<count {
      let angle = width * (Float(index) + 0.5) + (low - middle)
      let cosine = Lanes.cosTurns(angle * Float(1 / 6.283_185_307_179_586)) * nearest
      let progress = Lanes.clamp((cosine - edgeCosine) * inverseFade, 0, 1)
      sum += progress * progress * (3 - 2 * progress)
    }
    return sum * width
  }

  /// The light that eight lines of sight gather, were there nothing in its way and no cone.
  ///
  /// - Parameter travel: of the light in the picture (`ShaftStrips`).
  @inline(__always)
  func air(x: Float8, y: Float, travel: Float8) -> Float8 {
    if isParallel { return Lanes.exp(Lanes.max(travel - entry, 0) * -inverseLength) }
    let (sx, sy) = ((x - principal.x) * inverseFocalLength, Float8(repeating: (y - principal.y) * inverseFocalLength))
    // The distance from the lamp to the line of sight, which begins at the eye: the vector product with its direction (sx, sy, 1).
    let (qx, qy) = (sx * -place.z + place.x, sy * -place.z + place.y)
    let turn = sy * place.x - sx * place.y
    let length = (sx * sx + sy * sy) + 1
    let ahead = (sx * place.x + sy * place.y) + place.z
    let atEye = (place.x * place.x + place.y * place.y) + place.z * place.z
    let squared = Lanes.select(
      ahead .> 0, ((qx * qx + qy * qy) + turn * turn) / length, Float8(repeating: atEye))
    let round = Lanes.sqrt(squared + squaredCore)
    let weakened = Lanes.exp((round - squaredCore.squareRoot()) * -inverseLength)
    if inverseCore == 0 { return weakened }
    return weakened / Lanes.max(round * inverseCore, 1e-6)
  }
}
