import Lanes
import Model
import Raster

/// A layer's surface under the scene's lights at one time.
struct LitSurface: Sendable {
  private let lights: PreparedLights
  private let answer: SurfaceLight

  init(_ material: Material, _ lights: PreparedLights, at clock: AnimationClock) {
    self.lights = lights
    answer = SurfaceLight(material, ambient: lights.ambient, at: clock)
  }

  /// Lights premultiplied colours.
  ///
  /// - Parameters:
  ///   - place: in pixels of the layer, and pixels before its plane.
  ///   - normal: unit vectors.
  ///   - given: light of other layers.
  @inline(__always)
  func light(
    _ color: inout LaneColor, at place: LaneVector, normal: LaneVector, _ given: ReceivedLight = ReceivedLight()
  ) {
    var received = given
    var toEye = LaneVector(repeating: lights.eye)
    if answer.specular > 0, !lights.isEyeFar {
      toEye = LaneVector(toEye.x - place.x, toEye.y - place.y, toEye.z - place.z).unit.vector
    }
    lights.sources.withUnsafeBufferPointer { sources in
      for index in 0..<sources.count {
        let source = sources[index]
        let (toLight, share) = source.reaching(place)
        answer.add(source.light, from: toLight, share: share, normal: normal, toEye: toEye, to: &received)
      }
    }
    let seen = answer.answer(LaneVector(color.red, color.green, color.blue), alpha: color.alpha, under: received)
    (color.red, color.green, color.blue) = (seen.x, seen.y, seen.z)
  }
}
