import Lanes
import Model
import Raster

/// Lights eight pixels of a surface at a time.
///
/// The light that is thrown back to all sides is the sum over the lights of max(0, n·l) times their light at that distance (J. H. Lambert,
/// 1760, Photometria). Highlights follow the half vector between light and eye (J. F. Blinn, 1977, Models of light reflection for computer
/// synthesized pictures) to the power 2 ÷ roughness⁴ − 2, times (power + 8) ÷ 8, which keeps their light: rough surfaces have wide,
/// weak highlights, smooth ones small, hot ones. Cost: about 25 instructions for eight pixels and a light, 60 more with highlights.
struct LitSurface: Sendable {
  private let lights: PreparedLights
  private let ambient: SIMD3<Float>
  private let emission: Float
  private let diffuse: Float
  private let specular: Float
  private let power: Float
  private let metal: Float
  private let lightThrough: Float

  init(_ material: Material, _ lights: PreparedLights, at clock: AnimationClock) {
    func value(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock)) }
    self.lights = lights
    metal = value(material.metal)
    ambient = lights.ambient * value(material.ambient)
    emission = value(material.emission)
    diffuse = value(material.diffuse) * (1 - metal)
    let squaredRoughness = value(material.roughness) * value(material.roughness)
    power = min(max(2 / max(squaredRoughness * squaredRoughness, 1e-6) - 2, 1), 4_000)
    specular = value(material.specular) * (power + 8) / 8
    lightThrough = value(material.lightThrough)
  }

  /// The light that reaches a place: from the front, from behind, and as highlights.
  private struct Received {
    var front = LaneLight()
    var behind = LaneLight()
    var highlight = LaneLight()
  }

  /// Red, green and blue light of eight pixels.
  private struct LaneLight {
    var red = Float8(), green = Float8(), blue = Float8()

    @inline(__always)
    mutating func add(_ light: SIMD3<Float>, _ share: Float8) {
      red += light.x * share
      green += light.y * share
      blue += light.z * share
    }
  }

  /// Lights premultiplied colours.
  ///
  /// - Parameters:
  ///   - x, y: places in pixels of the layer.
  ///   - height: pixels before the layer's plane.
  ///   - normal: unit vectors.
  @inline(__always)
  func light(
    _ color: inout LaneColor, x: Float8, y: Float8, height: Float8, normal: (x: Float8, y: Float8, z: Float8)
  ) {
    var received = Received()
    var toEye = (x: Float8(), y: Float8(), z: Float8())
    if specular > 0 {
      let eye = lights.eye
      toEye =
        lights.isEyeFar
        ? (Float8(repeating: eye.x), Float8(repeating: eye.y), Float8(repeating: eye.z))
        : unit((eye.x - x, eye.y - y, eye.z - height)).vector
    }
    lights.sources.withUnsafeBufferPointer { sources in
      for index in 0..<sources.count {
        add(sources[index], to: &received, x, y, height, normal, toEye)
      }
    }
    let alpha = Lanes.max(color.alpha, 1e-6)
    @inline(__always) func lit(
      _ channel: Float8, _ ambient: Float, _ front: Float8, _ behind: Float8, _ highlight: Float8
    ) -> Float8 {
      var result = channel * (front * diffuse + (ambient + emission))
      if lightThrough > 0 { result += channel * (channel / alpha) * (behind * lightThrough) }
      if specular > 0 {
        result += highlight * (color.alpha * (1 - metal) + channel * metal) * specular
      }
      return result
    }
    color.red = lit(
      color.red, ambient.x, received.front.red, received.behind.red, received.highlight.red)
    color.green = lit(
      color.green, ambient.y, received.front.green, received.behind.green, received.highlight.green)
    color.blue = lit(
      color.blue, ambient.z, received.front.blue, received.behind.blue, received.highlight.blue)
  }

  /// Adds what a light gives.
  @inline(__always)
  private func add(
    _ source: PreparedLights.Source, to received: inout Received, _ x: Float8, _ y: Float8, _ height: Float8,
    _ normal: (x: Float8, y: Float8, z: Float8), _ toEye: (x: Float8, y: Float8, z: Float8)
  ) {
    let place = source.place
    var toLight = (x: Float8(repeating: place.x), y: Float8(repeating: place.y), z: Float8(repeating: place.z))
    var share = Float8(repeating: 1)
    if !source.isParallel {
      let (vector, squaredLength) = unit((place.x - x, place.y - y, place.z - height))
      toLight = vector
      if source.squaredRadius < .infinity {
        share = Lanes.min(source.squaredRadius / Lanes.max(squaredLength, 1e-6), 1)
      }
      if source.inverseFade > 0 {
        let axis = source.axis
        let cosine = -((toLight.x * axis.x + toLight.y * axis.y) + toLight.z * axis.z)
        let progress = Lanes.clamp((cosine - source.edgeCosine) * source.inverseFade, 0, 1)
        share *= progress * progress * (3 - 2 * progress)
      }
    }
    let facing = (normal.x * toLight.x + normal.y * toLight.y) + normal.z * toLight.z
    let front = Lanes.max(facing, 0)
    received.front.add(source.light, front * share)
    if lightThrough > 0 { received.behind.add(source.light, Lanes.max(-facing, 0) * share) }
    if specular > 0 {
      let (half, _) = unit((toLight.x + toEye.x, toLight.y + toEye.y, toLight.z + toEye.z))
      let cosine = (normal.x * half.x + normal.y * half.y) + normal.z * half.z
      received.highlight.add(source.light, Lanes.pow(Lanes.clamp(cosine, 0, 1), power) * front * share)
    }
  }

  /// A vector with a length of 1, and the square of the length that it had.
  @inline(__always)
  private func unit(
    _ v: (x: Float8, y: Float8, z: Float8)
  ) -> (vector: (x: Float8, y: Float8, z: Float8), squaredLength: Float8) {
    let squared = (v.x * v.x + v.y * v.y) + v.z * v.z
    let inverse = 1 / Lanes.sqrt(Lanes.max(squared, 1e-12))
    return ((v.x * inverse, v.y * inverse, v.z * inverse), squared)
  }
}
