import Lanes
import Model

/// The light of the scene on an emitter's particles at one time, each lit at its own place.
///
/// Sheets that tumble are lit by their own turned normal, on both faces; round sprites as matt balls, averaged over what is seen of them; other
/// sprites as sheets that face the eye. The mean over a ball's visible half under light at an angle α from the eye is about
/// ((1 + cos α) ÷ 2)² (within 0.06 of Lambert's 2 ÷ 3π · (sin α + (π − α) cos α), scaled to 1 at α = 0).
package final class ParticleLighting: @unchecked Sendable {
  private let memory: AlignedBuffer<PreparedLights.Source>
  private let count: Int
  private let ambient: SIMD3<Float>
  private let diffuse: Float
  private let specular: Float
  private let power: Float
  private let metal: Float
  private let lightThrough: Float

  /// - Parameters:
  ///   - clock: the layer's, for the material; lights follow the canvas's.
  ///   - camera: the one that sees the particles; nil for none.
  init(_ material: Material, _ camera: Camera?, at clock: AnimationClock, canvas: Canvas) {
    func value(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock)) }
    func turned(_ place: SIMD3<Double>) -> SIMD3<Double> {
      CameraView.turned(place, by: camera, canvas: canvas, time: clock.canvas)
    }
    let origin = turned(.zero)
    let lights = PreparedLights(
      canvas.lights, at: clock.canvas, canvas: canvas, eye: SIMD3(0, 0, 1), isEyeFar: true, place: turned,
      direction: { turned($0) - origin })
    count = lights.sources.count
    memory = AlignedBuffer(count: max(count, 1))
    for (index, source) in lights.sources.enumerated() { memory[index] = source }
    metal = value(material.metal)
    let emission = value(material.emission)
    ambient = lights.ambient * value(material.ambient) + SIMD3(repeating: emission)
    diffuse = value(material.diffuse) * (1 - metal)
    let squaredRoughness = value(material.roughness) * value(material.roughness)
    power = min(max(2 / max(squaredRoughness * squaredRoughness, 1e-6) - 2, 1), 4_000)
    specular = value(material.specular) * (power + 8) / 8
    lightThrough = value(material.lightThrough)
  }

  /// Lights premultiplied colours of eight particles.
  ///
  /// - Parameters:
  ///   - place: before projection, in pixels.
  ///   - normal: unit vectors of the faces that are seen; nil for balls.
  @inline(__always)
  func light(
    _ color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), at place: (x: Float8, y: Float8, z: Float8),
    normal: (x: Float8, y: Float8, z: Float8)?
  ) {
    var front = (red: Float8(), green: Float8(), blue: Float8())
    var (behind, highlight) = (front, front)
    for index in 0..<count {
      let source = memory.base[index]
      var share = Float8(repeating: 1)
      var (x, y, z) = (
        Float8(repeating: source.place.x), Float8(repeating: source.place.y), Float8(repeating: source.place.z)
      )
      if !source.isParallel {
        (x, y, z) = (x - place.x, y - place.y, z - place.z)
        let squared = Lanes.max((x * x + y * y) + z * z, 1e-6)
        let inverse = 1 / Lanes.sqrt(squared)
        (x, y, z) = (x * inverse, y * inverse, z * inverse)
        if source.squaredRadius < .infinity { share = Lanes.min(source.squaredRadius / squared, 1) }
        if source.inverseFade > 0 {
          let axis = source.axis
          let cosine = -((x * axis.x + y * axis.y) + z * axis.z)
          let progress = Lanes.clamp((cosine - source.edgeCosine) * source.inverseFade, 0, 1)
          share *= progress * progress * (3 - 2 * progress)
        }
      }
      var (facing, passing) = (Float8(), Float8())
      var glint = Float8()
      if let normal {
        let cosine = (normal.x * x + normal.y * y) + normal.z * z
        (facing, passing) = (Lanes.max(cosine, 0), Lanes.max(-cosine, 0))
        if specular > 0 {
          // The eye is taken to be far away along z.
          let inverse = 1 / Lanes.sqrt(Lanes.max((x * x + y * y) + (z + 1) * (z + 1), 1e-6))
          let half = ((normal.x * x + normal.y * y) + normal.z * (z + 1)) * inverse
          glint = Lanes.pow(Lanes.clamp(half, 0, 1), power) * facing
        }
      } else {
        let (toEye, away) = (z * 0.5 + 0.5, 0.5 - z * 0.5)
        (facing, passing) = (toEye * toEye, away * away)
      }
      let light = source.light
      front.red += facing * share * light.x
      front.green += facing * share * light.y
      front.blue += facing * share * light.z
      if lightThrough > 0 {
        behind.red += passing * share * light.x
        behind.green += passing * share * light.y
        behind.blue += passing * share * light.z
      }
      if specular > 0 {
        highlight.red += glint * share * light.x
        highlight.green += glint * share * light.y
        highlight.blue += glint * share * light.z
      }
    }
    let inverseAlpha = 1 / Lanes.max(color.alpha, 1e-6)
    @inline(__always) func lit(
      _ channel: Float8, _ ambient: Float, _ front: Float8, _ behind: Float8, _ highlight: Float8
    ) -> Float8 {
      var result = channel * (front * diffuse + ambient)
      if lightThrough > 0 { result += channel * (channel * inverseAlpha) * (behind * lightThrough) }
      if specular > 0 { result += highlight * (color.alpha * (1 - metal) + channel * metal) * specular }
      return result
    }
    color.red = lit(color.red, ambient.x, front.red, behind.red, highlight.red)
    color.green = lit(color.green, ambient.y, front.green, behind.green, highlight.green)
    color.blue = lit(color.blue, ambient.z, front.blue, behind.blue, highlight.blue)
  }
}
