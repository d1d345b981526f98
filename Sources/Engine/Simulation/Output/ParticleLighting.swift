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
  /// The light and the shadows of other layers; nil for none.
  private let others: (any LightAtPlaces)?
  /// The shadows of puffs on each other; nil for none.
  private let puffShadows: PuffShadows?
  /// For each light how dark shadows of puffs are; nil without `puffShadows`.
  private let darkness: AlignedBuffer<Float>?
  /// Ambient light that puffs throw back, and what they shine by themselves.
  private let puffAmbient: SIMD3<Float>
  private let emission: Float
  /// From where particles are lit to space: a place there less `origin`, times each of the axes, is a place in points.
  private let origin: SIMD3<Float>
  private let axes: (x: LaneVector, y: LaneVector, z: LaneVector)
  /// Points for each pixel.
  private let pointsPerPixel: Float

  /// - Parameters:
  ///   - clock: the layer's, for the material; lights follow the canvas's.
  ///   - camera: the one that sees the particles; nil for none.
  init(
    _ material: Material, _ camera: Camera?, at clock: AnimationClock, canvas: Canvas, others: (any LightAtPlaces)?,
    puffShadows: PuffShadows? = nil
  ) {
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
    self.others = others
    self.puffShadows = puffShadows
    darkness = puffShadows == nil ? nil : AlignedBuffer(count: max(count, 1))
    if let darkness {
      for casting in Light.casting(among: canvas.lights) {
        darkness.base[casting.source] = Float(casting.light.shadow?.value(at: AnimationClock(clock.canvas)) ?? 0)
      }
    }
    puffAmbient = lights.ambient * Float(material.ambient.value(at: clock))
    emission = Float(material.emission.value(at: clock))
    // Turning keeps lengths and angles: its inverse has its columns as rows.
    func axis(_ unit: SIMD3<Double>) -> LaneVector {
      LaneVector(repeating: SIMD3<Float>((turned(unit) - origin) / canvas.pixelsPerPoint))
    }
    axes = (axis(SIMD3(1, 0, 0)), axis(SIMD3(0, 1, 0)), axis(SIMD3(0, 0, 1)))
    self.origin = SIMD3<Float>(origin)
    pointsPerPixel = Float(1 / canvas.pixelsPerPoint)
  }

  /// A vector of the directions in which particles are lit, in those of space.
  @inline(__always)
  private func inSpace(_ v: LaneVector) -> LaneVector { LaneVector(v.dot(axes.x), v.dot(axes.y), v.dot(axes.z)) }

  /// A vector of space in the directions in which particles are lit.
  @inline(__always)
  private func fromSpace(_ v: LaneVector) -> LaneVector {
    LaneVector(
      axes.x.x * v.x + axes.y.x * v.y + axes.z.x * v.z, axes.x.y * v.x + axes.y.y * v.y + axes.z.y * v.z,
      axes.x.z * v.x + axes.y.z * v.y + axes.z.z * v.z)
  }

  @inline(__always)
  private func source(_ index: Int) -> PreparedLights.Source { memory.base[index] }
  private var diffuse: Float { answer.diffuse }

  /// A place in space, in points.
  @inline(__always)
  private func placeInSpace(_ place: LaneVector) -> LaneVector {
    inSpace(
      LaneVector(
        (place.x - origin.x) * pointsPerPixel, (place.y - origin.y) * pointsPerPixel,
        (place.z - origin.z) * pointsPerPixel))
  }

  /// Adds the light of other layers.
  @inline(never)
  private func addField(
    of others: any LightAtPlaces, at place: LaneVector, normal: LaneVector?, to received: inout ReceivedLight
  ) {
    let field = others.field(at: placeInSpace(place))
    let direction = inSpace(normal ?? LaneVector(Float8(), Float8(), Float8(repeating: 1)))
    @inline(__always) func add(_ light: LaneVector, _ front: inout Float8, _ behind: inout Float8) {
      let facing = light.dot(direction)
      if normal != nil {
        front += Lanes.max(facing, 0)
        behind += Lanes.max(-facing, 0)
      } else {
        let strength = Lanes.sqrt(light.dot(light))
        let cosine = facing / Lanes.max(strength, 1e-12)
        let (near, far) = (cosine * 0.5 + 0.5, 0.5 - cosine * 0.5)
        front += near * near * strength
        behind += far * far * strength
      }
    }
    add(field.red, &received.front.x, &received.behind.x)
    add(field.green, &received.front.y, &received.behind.y)
    add(field.blue, &received.front.z, &received.behind.z)
  }

  /// Multiplies shares, eight for each light, by what is not in the shadow of other layers.
  @inline(never)
  private func readShares(
    of others: any LightAtPlaces, at place: LaneVector, into shares: UnsafeMutablePointer<Float>
  ) {
    shares.update(repeating: 1, count: 8 * count)
    others.readShares(at: placeInSpace(place), into: shares)
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
    if let others, others.hasField { addField(of: others, at: place, normal: normal, to: &received) }
    if let others, others.hasShadows {
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * max(count, 1)) { memory in
        guard let shares = memory.baseAddress else { return }
        readShares(of: others, at: place, into: shares)
        addLamps(at: place, normal: normal, shares: shares, to: &received)
      }
    } else {
      addLamps(at: place, normal: normal, shares: nil, to: &received)
    }
    let seen = answer.answer(LaneVector(color.red, color.green, color.blue), alpha: color.alpha, under: received)
    (color.red, color.green, color.blue) = (seen.x, seen.y, seen.z)
  }

  /// Adds the light of lamps and of parallel light.
  ///
  /// - Parameter shares: for each light eight shares that are not in the shadow; nil for all.
  @inline(__always)
  private func addLamps(
    at place: LaneVector, normal: LaneVector?, shares: UnsafeMutablePointer<Float>?, to received: inout ReceivedLight
  ) {
    // The eye is taken to be far away.
    let toEye = LaneVector(Float8(), Float8(), Float8(repeating: 1))
    for index in 0..<count {
      let source = memory.base[index]
      var (toLight, share) = source.reaching(place)
      if let shares { share *= Lanes.load(shares + 8 &* index) }
      if let normal {
        answer.add(source.light, from: toLight, share: share, normal: normal, toEye: toEye, to: &received)
      } else {
        let (near, far) = (toLight.z * 0.5 + 0.5, 0.5 - toLight.z * 0.5)
        received.front.add(source.light, times: near * near * share)
        if answer.lightThrough > 0 { received.behind.add(source.light, times: far * far * share) }
      }
    }
  }
}

// MARK: Puffs

extension ParticleLighting {
  /// Calls `body` with each light besides the ambient ones: its index, the unit vectors to it, and the share of its light that arrives, the shadows of
  /// other layers included.
  @inline(__always)
  private func forEachLight(
    at place: LaneVector, _ body: (Int, PreparedLights.Source, _ toLight: LaneVector, _ share: Float8) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * max(count, 1)) { memory in
      guard let shares = memory.baseAddress else { return }
      if let others, others.hasShadows {
        readShares(of: others, at: place, into: shares)
      } else {
        shares.update(repeating: 1, count: 8 * count)
      }
      for index in 0..<count {
        let source = self.source(index)
        let (toLight, share) = source.reaching(place)
        body(index, source, toLight, share * Lanes.load(shares + 8 &* index))
      }
    }
  }

  /// Lights eight puffs from six sides. What is left of their colours is what they shine by themselves.
  ///
  /// - Parameters:
  ///   - color: premultiplied.
  ///   - place: before projection, in pixels, as is `radius`.
  ///   - axes: half axes of the sprites in the frame.
  ///   - opacity: of a puff's middle at an alpha of 1.
  func sideLight(
    on color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), at place: LaneVector,
    axes: (xx: Float8, xy: Float8, yx: Float8, yy: Float8), radius: Float8, opacity: Float
  ) -> SideLight {
    var sides = SideLight(axes: axes)
    if let others, others.hasField {
      let field = others.field(at: placeInSpace(place))
      sides.add(red: fromSpace(field.red), green: fromSpace(field.green), blue: fromSpace(field.blue))
    }
    let depth = PuffShadows.depth(alpha: color.alpha, opacity: opacity)
    forEachLight(at: place) { index, source, toLight, arriving in
      var share = arriving
      if let puffShadows, let darkness, darkness.base[index] > 0 {
        let distance = source.isParallel ? Float8(repeating: 1e9) : source.distance(from: place)
        let passed = puffShadows.depths(at: place, radius: radius, depth: depth, toward: toLight, distance: distance)
        share *= 1 - (1 - Lanes.exp(-passed)) * darkness.base[index]
      }
      sides.add(source.light, from: toLight, share: share)
    }
    // What is thrown back is multiplied by the puff's colour, as a surface's.
    sides.scale(by: LaneVector(color.red, color.green, color.blue), diffuse: diffuse, ambient: puffAmbient)
    color.red *= emission
    color.green *= emission
    color.blue *= emission
    return sides
  }
}

// MARK: Sheets

extension ParticleLighting {
  /// The light on eight sheets.
  ///
  /// - Parameter place: before projection, in pixels.
  func sheetLight(at place: LaneVector) -> SheetLight {
    var sum = SheetLight(ambient: answer.ambient)
    if let others, others.hasField {
      let field = others.field(at: placeInSpace(place))
      sum.red = fromSpace(field.red)
      sum.green = fromSpace(field.green)
      sum.blue = fromSpace(field.blue)
    }
    forEachLight(at: place) { index, source, toLight, share in
      sum.add(source.light, index, from: toLight, share: share)
    }
    sum.scale(by: diffuse)
    return sum
  }
}
