import Lanes
import Model
import Raster

/// A layer's surface under the scene's lights at one time.
struct LitSurface: Sendable {
  private let lights: PreparedLights
  private let answer: SurfaceLight
  private let glints: Glints?

  init(_ lighting: Filter.Lighting, _ lights: PreparedLights, at clock: AnimationClock, canvas: Canvas) {
    let material = lighting.material
    self.lights = lights
    glints = Glints(material, path: lighting.path, at: clock, canvas: canvas)
    answer = SurfaceLight(material, ambient: lights.ambient, at: clock)
  }

  /// The number of lights besides the ambient ones.
  var sourceCount: Int { lights.sources.count }

  /// Replaces premultiplied colours by what falls on them: the darkness of shadows as black with alpha, and light of other layers without alpha.
  @inline(__always)
  func catchLight(
    _ color: inout LaneColor, at place: LaneVector, normal: LaneVector, _ given: ReceivedLight,
    shares: UnsafePointer<Float>?
  ) {
    let surface = color
    var (bright, dark, shone) = (surface, surface, surface)
    light(&bright, at: place, normal: normal)
    light(&dark, at: place, normal: normal, shares: shares)
    light(&shone, at: place, normal: normal, given)
    @inline(__always) func luminance(_ color: LaneColor) -> Float8 {
      color.red * 0.2126 + color.green * 0.7152 + color.blue * 0.0722
    }
    // Where no light could arrive there is no shadow.
    let share = (luminance(dark) + 1e-5) / (luminance(bright) + 1e-5)
    color.alpha = surface.alpha * Lanes.clamp(1 - share, 0, 1)
    color.red = Lanes.max(shone.red - bright.red, 0)
    color.green = Lanes.max(shone.green - bright.green, 0)
    color.blue = Lanes.max(shone.blue - bright.blue, 0)
  }

  /// Lights premultiplied colours.
  ///
  /// - Parameters:
  ///   - place: in pixels of the layer, and pixels before its plane.
  ///   - normal: unit vectors.
  ///   - given: light of other layers.
  ///   - shares: for each of `PreparedLights.sources` eight shares of its light that are not in the shadow; nil for all.
  @inline(__always)
  func light(
    _ color: inout LaneColor, at place: LaneVector, normal: LaneVector, _ given: ReceivedLight = ReceivedLight(),
    shares: UnsafePointer<Float>? = nil
  ) {
    var received = given
    var toEye = LaneVector(repeating: lights.eye)
    if answer.specular > 0 || glints != nil, !lights.isEyeFar {
      toEye = LaneVector(toEye.x - place.x, toEye.y - place.y, toEye.z - place.z).unit.vector
    }
    let facets = glints?.facets(at: place)
    var flashes = LaneVector()
    lights.sources.withUnsafeBufferPointer { sources in
      for index in 0..<sources.count {
        let source = sources[index]
        var (toLight, share) = source.reaching(place)
        if let shares { share *= Lanes.load(shares + 8 &* index) }
        answer.add(source.light, from: toLight, share: share, normal: normal, toEye: toEye, to: &received)
        if let facets, let glints {
          let flash = glints.flash(of: facets, from: toLight, toEye: toEye, normal: normal)
          flashes.add(source.light, times: Lanes.select(normal.dot(toLight) .> 0, flash * share, Float8()))
        }
      }
    }
    let seen = answer.answer(LaneVector(color.red, color.green, color.blue), alpha: color.alpha, under: received)
    if glints != nil {
      // Flakes of metal flash in its own colour, others in the light's.
      @inline(__always) func share(_ own: Float8) -> Float8 { color.alpha * (1 - answer.metal) + own * answer.metal }
      (color.red, color.green, color.blue) = (
        seen.x + flashes.x * share(color.red), seen.y + flashes.y * share(color.green),
        seen.z + flashes.z * share(color.blue)
      )
    } else {
      (color.red, color.green, color.blue) = (seen.x, seen.y, seen.z)
    }
  }
}
