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
  private let answer: SurfaceLight

  /// - Parameters:
  ///   - clock: the layer's, for the material; lights follow the canvas's.
  ///   - camera: the one that sees the particles; nil for none.
  init(_ material: Material, _ camera: Camera?, at clock: AnimationClock, canvas: Canvas) {
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
    answer = SurfaceLight(material, ambient: lights.ambient, at: clock)
  }

  /// Lights premultiplied colours of eight particles.
  ///
  /// - Parameters:
  ///   - place: before projection, in pixels.
  ///   - normal: unit vectors of the faces that are seen; nil for balls.
  @inline(__always)
  func light(
    _ color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), at place: LaneVector, normal: LaneVector?
  ) {
    var received = ReceivedLight()
    // The eye is taken to be far away.
    let toEye = LaneVector(Float8(), Float8(), Float8(repeating: 1))
    for index in 0..<count {
      let source = memory.base[index]
      let (toLight, share) = source.reaching(place)
      if let normal {
        answer.add(source.light, from: toLight, share: share, normal: normal, toEye: toEye, to: &received)
      } else {
        let (near, far) = (toLight.z * 0.5 + 0.5, 0.5 - toLight.z * 0.5)
        received.front.add(source.light, times: near * near * share)
        if answer.lightThrough > 0 { received.behind.add(source.light, times: far * far * share) }
      }
    }
    let seen = answer.answer(LaneVector(color.red, color.green, color.blue), alpha: color.alpha, under: received)
    (color.red, color.green, color.blue) = (seen.x, seen.y, seen.z)
  }
}
