import Lanes

/// Three numbers for eight places: a vector, or red, green and blue light.
@usableFromInline
package struct LaneVector {
  @usableFromInline package var x: Float8
  @usableFromInline package var y: Float8
  @usableFromInline package var z: Float8

  @inlinable @inline(__always)
  package init(_ x: Float8, _ y: Float8, _ z: Float8) { (self.x, self.y, self.z) = (x, y, z) }

  @inlinable @inline(__always)
  package init() { self.init(Float8(), Float8(), Float8()) }

  @inlinable @inline(__always)
  package init(repeating vector: SIMD3<Float>) {
    self.init(Float8(repeating: vector.x), Float8(repeating: vector.y), Float8(repeating: vector.z))
  }

  @inlinable @inline(__always)
  package func dot(_ other: LaneVector) -> Float8 { (x * other.x + y * other.y) + z * other.z }

  @inlinable @inline(__always)
  package mutating func add(_ light: SIMD3<Float>, times share: Float8) {
    x += light.x * share
    y += light.y * share
    z += light.z * share
  }

  @inlinable @inline(__always)
  package mutating func add(_ other: LaneVector, times share: Float8) {
    x += other.x * share
    y += other.y * share
    z += other.z * share
  }

  /// The vector with a length of 1, and the square of the length that it had.
  @inlinable @inline(__always)
  package var unit: (vector: LaneVector, squaredLength: Float8) {
    let squared = Lanes.max(dot(self), 1e-12)
    let inverse = 1 / Lanes.sqrt(squared)
    return (LaneVector(x * inverse, y * inverse, z * inverse), squared)
  }
}

/// Light that reaches eight places: from the front, from behind, and as highlights.
@usableFromInline
package struct ReceivedLight {
  @usableFromInline package var front = LaneVector()
  @usableFromInline package var behind = LaneVector()
  @usableFromInline package var highlight = LaneVector()

  @inlinable @inline(__always)
  package init() {}
}

extension PreparedLights.Source {
  /// The distances from eight places to a light that stands somewhere.
  @inlinable @inline(__always)
  package func distance(from place: LaneVector) -> Float8 {
    let way = LaneVector(self.place.x - place.x, self.place.y - place.y, self.place.z - place.z)
    return Lanes.sqrt(way.dot(way))
  }

  /// The unit vectors from eight places to the light, and the share of its light that arrives there.
  @inlinable @inline(__always)
  package func reaching(_ place: LaneVector) -> (toLight: LaneVector, share: Float8) {
    let here = LaneVector(repeating: self.place)
    if isParallel { return (here, Float8(repeating: 1)) }
    let (toLight, squared) = LaneVector(here.x - place.x, here.y - place.y, here.z - place.z).unit
    var share = Float8(repeating: 1)
    if squaredRadius < .infinity { share = Lanes.min(squaredRadius / squared, 1) }
    if inverseFade > 0 {
      let cosine = -toLight.dot(LaneVector(repeating: axis))
      let progress = Lanes.clamp((cosine - edgeCosine) * inverseFade, 0, 1)
      share *= progress * progress * (3 - 2 * progress)
    }
    return (toLight, share)
  }
}

/// How a material answers light at one time.
///
/// The light that is thrown back to all sides is the sum over the lights of max(0, n·l) times their light at that distance (J. H. Lambert,
/// 1760, Photometria). Highlights follow the half vector between light and eye (J. F. Blinn, 1977, Models of light reflection for computer
/// synthesized pictures) to the power 2 ÷ roughness⁴ − 2, times (power + 8) ÷ 8, which keeps their light: rough surfaces have wide,
/// weak highlights, smooth ones small, hot ones. Cost: about 25 instructions for eight places and a light, 60 more with highlights.
@usableFromInline
package struct SurfaceLight: Sendable {
  /// Ambient light that is thrown back, and what shines by itself.
  @usableFromInline package let ambient: SIMD3<Float>
  @usableFromInline package let diffuse: Float
  @usableFromInline package let specular: Float
  @usableFromInline package let power: Float
  /// The least cosine of normal and half vector at which a highlight is seen: below it less than 1e-7 of its light is left.
  @usableFromInline package let leastCosine: Float
  @usableFromInline package let metal: Float
  @usableFromInline package let lightThrough: Float

  /// - Parameter clock: the layer's.
  package init(_ material: Material, ambient light: SIMD3<Float>, at clock: AnimationClock) {
    func value(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock)) }
    metal = value(material.metal)
    // What runs through the body is not thrown back.
    let opaque = 1 - value(material.transmission)
    ambient = (light * value(material.ambient) + SIMD3(repeating: value(material.emission))) * opaque
    diffuse = value(material.diffuse) * (1 - metal) * opaque
    let squaredRoughness = value(material.roughness) * value(material.roughness)
    power = min(max(2 / max(squaredRoughness * squaredRoughness, 1e-6) - 2, 1), 4_000)
    specular = value(material.specular) * (power + 8) / 8
    leastCosine = Float(Lanes.exp(-16.1 / Double(power)))
    lightThrough = value(material.lightThrough)
  }

  /// Adds what a light gives to surfaces.
  ///
  /// - Parameters:
  ///   - light: colour times intensity.
  ///   - share: the share that arrives there.
  ///   - toEye: unit vectors; read only with highlights.
  @inlinable @inline(__always)
  package func add(
    _ light: SIMD3<Float>, from toLight: LaneVector, share: Float8, normal: LaneVector, toEye: LaneVector,
    to received: inout ReceivedLight
  ) {
    let facing = normal.dot(toLight)
    let front = Lanes.max(facing, 0) * share
    received.front.add(light, times: front)
    if lightThrough > 0 { received.behind.add(light, times: Lanes.max(-facing, 0) * share) }
    if specular > 0 {
      let half = LaneVector(toLight.x + toEye.x, toLight.y + toEye.y, toLight.z + toEye.z).unit.vector
      let cosine = Lanes.min(normal.dot(half), 1)
      let isSeen = cosine .> leastCosine
      // Powers take most of the time of a highlight, which often is small.
      guard Lanes.any(isSeen) else { return }
      received.highlight.add(
        light, times: Lanes.select(isSeen, Lanes.pow(Lanes.max(cosine, 1e-3), power) * front, Float8()))
    }
  }

  /// What is seen of premultiplied colours under light.
  @inlinable @inline(__always)
  package func answer(
    _ color: LaneVector, alpha: Float8, under received: ReceivedLight
  ) -> LaneVector {
    let inverseAlpha = 1 / Lanes.max(alpha, 1e-6)
    @inline(__always) func seen(
      _ channel: Float8, _ ambient: Float, _ front: Float8, _ behind: Float8, _ highlight: Float8
    ) -> Float8 {
      var result = channel * (front * diffuse + ambient)
      if lightThrough > 0 { result += channel * (channel * inverseAlpha) * (behind * lightThrough) }
      if specular > 0 { result += highlight * (alpha * (1 - metal) + channel * metal) * specular }
      return result
    }
    let (front, behind, highlight) = (received.front, received.behind, received.highlight)
    return LaneVector(
      seen(color.x, ambient.x, front.x, behind.x, highlight.x),
      seen(color.y, ambient.y, front.y, behind.y, highlight.y),
      seen(color.z, ambient.z, front.z, behind.z, highlight.z))
  }
}
