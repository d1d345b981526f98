import Lanes
import Model
import Raster

/// The surface of a body at one time: what is seen of eight of its pixels.
struct BodySurface: Sendable {
  private let lit: LitSurface?
  private let rays: BodyRays
  private let softbox: Softbox
  private let film: ThinFilm?
  /// The index of refraction of a shell's wall; nil for a body that is not hollow.
  private let shellIndex: Float?
  private let transmission: Float
  private let reflection: Float
  private let metal: Float
  /// The standard deviation of what is seen, as a share of the way.
  private let frost: Float
  private let channelFactors: SIMD3<Float>
  private let attenuationPixels: Float
  /// The most pixels to the side that are read (`Filter.Body.readPixels`).
  private let reachPixels: Float
  private let mirroredPixels: Float
  private let mirrorVariance: Float
  /// The variance of the normals with which an environment is mirrored.
  private let normalVariance: Float
  /// Whether nothing is seen of the picture through the environment.
  private let isEnvironmentOpaque: Bool
  /// Light from all around, which is mirrored besides the picture.
  private let ambient: SIMD3<Float>
  /// The greatest standard deviation of a blur, in pixels.
  let greatestDeviation: Float
  private var greatestVariance: Float { greatestDeviation * greatestDeviation }

  init(_ body: Filter.Body, at clock: AnimationClock, canvas: Canvas) {
    let material = body.material
    let scale = body.scale(at: clock, on: canvas)
    func value(_ number: AnimatedNumber) -> Float { Float(number.value(at: clock)) }
    func pixels(_ number: AnimatedNumber) -> Float {
      Float(number.value(at: clock) * (canvas.pixelsPerPoint * scale))
    }
    let lights = body.lighting.map { PreparedLights($0.lights, on: nil, at: clock, canvas: canvas) }
    lit = body.lighting.flatMap { lighting in lights.map { LitSurface(lighting, $0, at: clock, canvas: canvas) } }
    ambient = lights?.ambient ?? SIMD3()
    let index = max(value(material.refraction), 1)
    shellIndex = material.back == .hollow ? index : nil
    film = ThinFilm(material, at: clock)
    rays = BodyRays(
      index: material.back == .hollow ? 1 : index, thicknessPixels: pixels(material.thickness),
      distancePixels: pixels(material.distance), isBackMirrored: material.back == .mirrored,
      greatestSlope: Float(Filter.Body.greatestSlope))
    softbox = Softbox(strength: value(material.softbox), degrees: material.softboxAngle.value(at: clock))
    transmission = value(material.transmission)
    reflection = material.reflection.map(value) ?? (material.transmission.isZero ? 0 : 1)
    metal = value(material.metal)
    frost = value(material.frost)
    let dispersion = value(material.dispersion)
    channelFactors = SIMD3(1 - dispersion, 1, 1 + dispersion)
    attenuationPixels = max(pixels(material.attenuationDistance), 0.01)
    mirroredPixels = Float(Filter.Body.mirroredPoints * canvas.pixelsPerPoint)
    let mirrorBlur =
      Filter.Body.mirrorBlurPoints(roughness: material.roughness.value(at: clock)) * canvas.pixelsPerPoint
    mirrorVariance = Float(mirrorBlur * mirrorBlur)
    let normalDeviation = body.normalDeviation(roughness: material.roughness.value(at: clock))
    normalVariance = normalDeviation * normalDeviation
    isEnvironmentOpaque = material.environment?.hasOpaqueFormula ?? false
    let now = ClockRange(local: clock.local...clock.local, canvas: clock.canvas...clock.canvas)
    reachPixels = Float(body.bentPoints(during: now) * canvas.pixelsPerPoint)
    greatestDeviation = Float(body.blurPoints(during: now) * canvas.pixelsPerPoint)
  }

  /// What is seen of pixels of the body, as if they were covered whole; alpha is how much of what lies below the whole picture is covered.
  ///
  /// - Parameters:
  ///   - own: the layer's premultiplied colours.
  ///   - frameOrigin: the frame's pixel at the input's upper left corner.
  @inline(__always)
  func color(
    _ own: LaneColor, _ form: BodyForm, relief: ReliefReader?, frameOrigin: SIMD2<Float>, _ samples: BlurSamples,
    _ environment: EnvironmentSamples?
  ) -> LaneColor {
    let inverseAlpha = 1 / Lanes.max(own.alpha, 1e-6)
    let albedo = LaneVector(own.red * inverseAlpha, own.green * inverseAlpha, own.blue * inverseAlpha)
    let (x, y, normal) = (form.x, form.y, form.normal)
    let seen = rays.trace(x, y, normal: normal, height: form.height, relief: relief)
    // The matt part, and the highlights of lights.
    var sum = LaneColor(red: albedo.x, green: albedo.y, blue: albedo.z, alpha: Float8(repeating: 1))
    if let lit {
      lit.light(
        &sum, at: LaneVector(x + (frameOrigin.x + 0.5), y + (frameOrigin.y + 0.5), form.height), normal: normal)
    } else {
      let opaque = (1 - transmission) * (1 - metal)
      sum = LaneColor(
        red: sum.red * opaque, green: sum.green * opaque, blue: sum.blue * opaque, alpha: sum.alpha)
    }
    let front = mirrored(albedo, normal: normal, seen)
    if transmission > 0 {
      let through = shellIndex == nil ? attenuated(albedo, length: seen.length) : LaneVector(repeating: SIMD3(1, 1, 1))
      let passed = LaneVector(passed(front.x), passed(front.y), passed(front.z))
      let behind = picture(seen, form, samples)
      sum.red += behind.red * (through.x * (passed.x * transmission))
      sum.green += behind.green * (through.y * (passed.y * transmission))
      sum.blue += behind.blue * (through.z * (passed.z * transmission))
      let passing = (through.x + through.y + through.z) * (1.0 / 3) * (passed.y * transmission)
      sum.alpha = 1 - passing * (1 - behind.alpha)
    }
    if reflection > 0 {
      let around = surroundings(normal, form, samples, environment)
      let share = film == nil ? withMetal(front.y, albedo, normal: normal) : front
      sum.red += around.red * share.x
      sum.green += around.green * share.y
      sum.blue += around.blue * share.z
      if shellIndex != nil {
        // The far wall is hollow towards the eye: its image is turned over, and seen through the near wall.
        let far = surroundings(LaneVector(-normal.x, -normal.y, normal.z), form, samples, environment)
        sum.red += far.red * (front.x * passed(front.x))
        sum.green += far.green * (front.y * passed(front.y))
        sum.blue += far.blue * (front.z * passed(front.z))
      }
    }
    return sum
  }

  /// The share of light that the front mirrors, without what it mirrors as a bare metal.
  @inline(__always)
  private func mirrored(_ albedo: LaneVector, normal: LaneVector, _ seen: BodyRays.Seen) -> LaneVector {
    let cosine = Lanes.max(normal.z, 1e-3)
    if let film {
      let share = film.mirrored(cosine: cosine, own: albedo)
      return LaneVector(share.x * reflection, share.y * reflection, share.z * reflection)
    }
    let share = shellIndex.map { Optics.reflectance(cosine: cosine, index: $0) } ?? seen.mirrored
    let all = share * reflection
    return LaneVector(all, all, all)
  }

  /// The share of light that passes the front, or both walls of a shell with all images between them: (1 − R) ÷ (1 + R). The far wall adds
  /// R times as much to what the near one mirrors.
  @inline(__always)
  private func passed(_ mirrored: Float8) -> Float8 {
    let share = Lanes.min(mirrored, 1)
    return shellIndex == nil ? 1 - share : (1 - share) / (1 + share)
  }

  /// The share of each colour that the surface mirrors, what it mirrors as a bare metal included.
  @inline(__always)
  private func withMetal(_ mirrored: Float8, _ albedo: LaneVector, normal: LaneVector) -> LaneVector {
    let bare = Optics.metalReflectance(cosine: normal.z, own: albedo)
    @inline(__always) func share(_ bare: Float8) -> Float8 { mirrored * (1 - metal) + bare * (metal * reflection) }
    return LaneVector(share(bare.x), share(bare.y), share(bare.z))
  }

  /// The environment or the picture around the body, the window and the light from all around, as a surface with a normal mirrors them.
  @inline(__always)
  private func surroundings(
    _ normal: LaneVector, _ form: BodyForm, _ samples: BlurSamples, _ environment: EnvironmentSamples?
  ) -> LaneColor {
    // The direction that the surface mirrors to the eye.
    let twice = normal.z * 2
    let direction = LaneVector(twice * normal.x, twice * normal.y, twice * normal.z - 1)
    var around = LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
    if let environment { around = environment.color(normal.x, normal.y, bend: form.bend, variance: normalVariance) }
    if !isEnvironmentOpaque {
      around += pictureAround(direction, form, samples) * (1 - around.alpha)
    }
    let window = softbox.strength > 0 ? softbox.light(from: direction) * Self.softboxLight : Float8()
    around.red += window
    around.green += window
    around.blue += window
    return around
  }

  /// The picture around the body and the light from all around.
  @inline(__always)
  private func pictureAround(_ direction: LaneVector, _ form: BodyForm, _ samples: BlurSamples) -> LaneColor {
    var around = samples.blurred(
      form.x + direction.x * mirroredPixels, form.y + direction.y * mirroredPixels,
      variance: Lanes.min(spread(form.bend * (2 * mirroredPixels)) + mirrorVariance, greatestVariance), isExact: false)
    around.red += ambient.x
    around.green += ambient.y
    around.blue += ambient.z
    return around
  }

  /// How bright a softbox of the strength 1 is.
  private static let softboxLight: Float = 12

  /// The variance of the piece of the picture that a pixel sees, in squared pixels, where neighbours see places `pixels` apart: that of a box as
  /// wide, without the pixel's own.
  @inline(__always)
  private func spread(_ pixels: Float8) -> Float8 {
    let width = Lanes.max(pixels, 1)
    return (width * width - 1) * (1.0 / 12)
  }

  /// The share of light that is left after a way through the body (P. Bouguer, 1729; J. H. Lambert, 1760; A. Beer, 1852): the body's colour after
  /// `attenuationPixels`.
  @inline(__always)
  private func attenuated(_ albedo: LaneVector, length: Float8) -> LaneVector {
    if !Lanes.anyAbove(1 - Lanes.min(Lanes.min(albedo.x, albedo.y), albedo.z), 1e-4) {
      return LaneVector(Float8(repeating: 1), Float8(repeating: 1), Float8(repeating: 1))
    }
    let exponent = length * (1 / attenuationPixels)
    @inline(__always) func left(_ share: Float8) -> Float8 {
      Lanes.pow(Lanes.clamp(share, 1e-4, 1), exponent)
    }
    return LaneVector(left(albedo.x), left(albedo.y), left(albedo.z))
  }

  /// The picture where the rays meet it.
  @inline(__always)
  private func picture(_ seen: BodyRays.Seen, _ form: BodyForm, _ samples: BlurSamples) -> LaneColor {
    if form.isLevel && frost == 0 && !rays.isBackMirrored {
      return samples.pixels(fromColumn: form.column, row: form.row)
    }
    // Where the form bends strongly, a pixel sees a wide piece of the picture. A form that bulges brings places nearer, and then turns them over.
    var variance = spread(Lanes.abs(1 - form.bend * rays.leverage(of: seen)))
    if frost > 0 {
      let deviation = (seen.length + seen.drop) * frost
      variance += deviation * deviation
    }
    variance = Lanes.min(variance, greatestVariance)
    let isSharp = !Lanes.anyAbove(variance, 0)
    @inline(__always) func at(_ factor: Float) -> LaneColor {
      let (u, v) = (
        form.x + Lanes.clamp(seen.x * factor, -reachPixels, reachPixels),
        form.y + Lanes.clamp(seen.y * factor, -reachPixels, reachPixels)
      )
      if isSharp { return samples.sharp(u, v) }
      return frost > 0
        ? samples.blurred(u, v, variance: variance, isExact: true)
        : samples.blurred(u, v, variance: variance, isExact: false)
    }
    var color = at(channelFactors.y)
    if channelFactors.x != channelFactors.y {
      color.red = at(channelFactors.x).red
      color.blue = at(channelFactors.z).blue
    }
    return color
  }
}
