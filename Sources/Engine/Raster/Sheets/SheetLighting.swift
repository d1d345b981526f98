import Lanes
import Model

/// The light on one sheet, and its colours.
///
/// Light on the seen face is that of J. H. Lambert (1760, Photometria); highlights follow the half vector (J. F. Blinn, 1977). Light that falls on
/// the other face shines through, dyed once more by the sheet. Directions are numbers along three axes: that of `SheetPose.normalAcross`, that of
/// `normalFacing` and that of the cylinder, so that a normal is (±sin α, |cos α|, 0).
struct SheetLighting {
  /// A lamp: its direction, its half vector with the eye, and its light, three floats each. One after the other.
  private let lamps: UnsafeMutablePointer<Float>
  private let lampCount: Int
  private let ambient: SIMD3<Float>
  /// The directions of other light, red, green and blue, as long as it is strong; read if `hasField`.
  private let field: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
  private let hasField: Bool
  /// Colours of the faces that are seen of the farther and of the nearer place, and that of light from behind.
  private let farColor: SIMD3<Float>
  private let nearColor: SIMD3<Float>
  private let deepColor: SIMD3<Float>
  private let throughColor: SIMD3<Float>
  /// The colour of haze before the sheet, and its opacity.
  private let even: SIMD3<Float>
  private let alpha: Float
  private let gloss: Float
  private let isSatin: Bool
  private let lightThrough: Float
  private let crease: Float
  private let creaseSharpness: Float
  /// Ambient light that is left in the hollow of the bend.
  private let openShare: Float
  private let toneOfVeins: (seen: Float, through: Float)
  private let depthOfBase: Float

  private static var floatsPerLamp: Int { 9 }
  /// Floats of `memory`.
  static var floatCount: Int { ParticleLayout.sheetLampCount * floatsPerLamp }

  /// - Parameter memory: `floatCount` floats.
  init(
    _ record: SpriteRecord, _ values: SheetValues, _ style: SheetStyle, _ pose: SheetPose,
    _ memory: UnsafeMutablePointer<Float>
  ) {
    func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a.x * b.x + a.y * b.y) + a.z * b.z }
    func turned(_ v: SIMD3<Float>) -> SIMD3<Float> {
      SIMD3(dot(v, pose.normalAcross), dot(v, pose.normalFacing), dot(v, pose.axis))
    }
    let (front, back) = (values.vector(.sheetFrontRed), values.vector(.sheetBackRed))
    (farColor, nearColor) = pose.side > 0 ? (front, back) : (back, front)
    // What passes the dye twice is deeper, but not darker.
    let greatest = max(max(front.x, front.y), front.z)
    let deep = greatest > 0 ? front * front * (1 / greatest) : front
    deepColor = deep
    throughColor =
      (style.form == .leaf ? SIMD3(deep.x + deep.y * 0.4, deep.y * 1.1, deep.z * 0.6) : deep) * style.lightThrough
    ambient = values.vector(.sheetAmbientRed)
    var count = 0
    for index in 0..<ParticleLayout.sheetLampCount {
      let light = values.vector(.sheetLamp0Red, lamp: index)
      guard max(max(light.x, light.y), light.z) > 0 else { continue }
      let direction = values.vector(.sheetLamp0X, lamp: index)
      let half = SIMD3(direction.x, direction.y, direction.z + 1)
      let length = dot(half, half).squareRoot()
      let (seen, seenHalf) = (turned(direction), turned(half) * (1 / max(length, 1e-6)))
      let lamp = memory + count * Self.floatsPerLamp
      (lamp[0], lamp[1], lamp[2]) = (seen.x, seen.y, seen.z)
      (lamp[3], lamp[4], lamp[5]) = (seenHalf.x, seenHalf.y, seenHalf.z)
      (lamp[6], lamp[7], lamp[8]) = (light.x, light.y, light.z)
      count += 1
    }
    (lamps, lampCount) = (memory, count)
    let (red, green, blue) = (
      values.vector(.sheetRedX), values.vector(.sheetGreenX), values.vector(.sheetBlueX)
    )
    hasField = dot(red, red) + dot(green, green) + dot(blue, blue) > 0
    field = (turned(red), turned(green), turned(blue))
    even = SIMD3(record.red, record.green, record.blue)
    alpha = clamp(record.alpha, 0, 1)
    isSatin = style.form == .ribbon || style.form == .petal
    // Factors as of `SurfaceLight`: (power + 8) ÷ 8.
    gloss = style.gloss * alpha * (isSatin ? 18.0 / 8 : 4)
    lightThrough = style.lightThrough
    crease = style.crease
    creaseSharpness = style.form == .leaf ? 6 : 1
    openShare = 1 - min(0.4, pose.halfAngle * (0.35 / .pi))
    toneOfVeins = style.form == .leaf ? (0.5, -0.6) : (-0.15, -0.4)
    depthOfBase = style.form == .petal ? 0.7 : (style.form == .leaf ? 0.4 : 0)
  }

  /// The premultiplied colours of eight places, times their coverage.
  ///
  /// - Parameter isNear: a constant after inlining: the nearer or the farther of two places.
  @_transparent
  func color(_ place: SheetOutline.Place, _ sight: SheetPose.Sight, isNear: Bool) -> LaneColor {
    let half = Lanes.clamp(place.across * creaseSharpness, -1, 1) * crease
    let normal = LaneVector(isNear ? -sight.sine : sight.sine, sight.cosine, isNear ? half : -half)
    var (front, behind, highlight) = (LaneVector(), LaneVector(), LaneVector())
    var lamp = UnsafePointer(lamps)
    for _ in 0..<lampCount {
      let facing = normal.dot(LaneVector(repeating: SIMD3(lamp[0], lamp[1], lamp[2])))
      let light = SIMD3(lamp[6], lamp[7], lamp[8])
      let met = Lanes.max(facing, 0)
      front.add(light, times: met)
      if lightThrough > 0 { behind.add(light, times: Lanes.max(-facing, 0)) }
      if gloss > 0 {
        let cosine = Lanes.max(normal.dot(LaneVector(repeating: SIMD3(lamp[3], lamp[4], lamp[5]))), 0)
        let two = cosine * cosine
        let eight = (two * two) * (two * two)
        highlight.add(light, times: Lanes.min(isSatin ? eight * two : eight * (eight * eight), 1) * met)
      }
      lamp += Self.floatsPerLamp
    }
    if hasField {
      @inline(__always) func add(_ direction: SIMD3<Float>, _ front: inout Float8, _ behind: inout Float8) {
        let facing = normal.dot(LaneVector(repeating: direction))
        front += Lanes.max(facing, 0)
        behind += Lanes.max(-facing, 0)
      }
      add(field.red, &front.x, &behind.x)
      add(field.green, &front.y, &behind.y)
      add(field.blue, &front.z, &behind.z)
    }
    let share = isNear ? Float(1) : openShare
    let tone = (place.vein * toneOfVeins.seen + 1) * place.swelling
    let toneThrough = (place.vein * toneOfVeins.through + 1) * place.swelling
    let rest = 1 - place.progress
    let depth = rest * rest * depthOfBase
    let own = isNear ? nearColor : farColor
    @inline(__always) func seen(
      _ own: Float, _ deep: Float, _ through: Float, _ ambient: Float, _ even: Float, _ front: Float8, _ behind: Float8,
      _ highlight: Float8
    ) -> Float8 {
      let color = (depth * (deep - own) + own) * tone
      var light = color * (front + ambient * share)
      if lightThrough > 0 { light += behind * toneThrough * through }
      if gloss > 0 { light += highlight * gloss }
      return (light + even) * place.coverage
    }
    return LaneColor(
      red: seen(own.x, deepColor.x, throughColor.x, ambient.x, even.x, front.x, behind.x, highlight.x),
      green: seen(own.y, deepColor.y, throughColor.y, ambient.y, even.y, front.y, behind.y, highlight.y),
      blue: seen(own.z, deepColor.z, throughColor.z, ambient.z, even.z, front.z, behind.z, highlight.z),
      alpha: place.coverage * alpha)
  }
}
