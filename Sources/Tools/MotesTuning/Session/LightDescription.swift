import Model

extension TuningReply.Light {
  /// The canvas's lights at a frame, as its camera sees them.
  static func all(of canvas: Canvas, frame number: Int) -> [TuningReply.Light] {
    if canvas.lights.isEmpty { return [] }
    let seconds = canvas.time(ofFrame: number).double
    let clock = AnimationClock(seconds)
    let pose = CameraPose(canvas.camera ?? .standard(on: canvas), on: canvas, at: seconds)
    func place(_ point: AnimatedPoint, _ z: AnimatedNumber) -> Place {
      Place(SIMD3(point.x.value(at: clock), point.y.value(at: clock), z.value(at: clock)), seenBy: pose, on: canvas)
    }
    return canvas.lights.map { light in
      switch light {
      case .ambient(let light): TuningReply.Light(light, clock)
      case .parallel(let light):
        TuningReply.Light(
          light, clock, angle: light.angle.value(at: clock), elevation: light.elevation.value(at: clock))
      case .point(let light): TuningReply.Light(light, clock, place: place(light.position, light.zPosition))
      case .spot(let light):
        TuningReply.Light(
          light, clock, place: place(light.position, light.zPosition), target: place(light.target, light.targetZ))
      case .threePoint(let light): TuningReply.Light(light, clock, angle: light.angle.value(at: clock))
      case .layer(let light):
        TuningReply.Light(type: "layer", color: TuningReply.Light.css(light.color, clock), layer: light.layer)
      }
    }
  }

  private init<Kind: LightKind>(
    _ light: Kind, _ clock: AnimationClock, place: Place? = nil, target: Place? = nil, angle: Double? = nil,
    elevation: Double? = nil
  ) {
    self.init(
      type: Kind.name, color: Self.css(light.color, clock), place: place, target: target, angle: angle,
      elevation: elevation)
  }

  /// A colour as CSS writes it.
  private static func css(_ color: AnimatedColor, _ clock: AnimationClock) -> String {
    let value = color.value(at: clock)
    return "color(srgb-linear \(value.red) \(value.green) \(value.blue))"
  }
}

extension TuningReply.Light.Place {
  init(_ place: SIMD3<Double>, seenBy pose: CameraPose, on canvas: Canvas) {
    let plane = pose.projection(origin: SIMD3(0, 0, place.z), alongX: SIMD3(1, 0, 0), alongY: SIMD3(0, 1, 0))
    let (x, y) = (1 / canvas.widthPoints, 1 / canvas.heightPoints)
    self.init(
      at: [place.x, place.y, place.z],
      plane: [
        plane.xx * x, plane.xy * x, plane.x0 * x, plane.yx * y, plane.yy * y, plane.y0 * y, plane.wx, plane.wy,
        plane.w0,
      ])
  }
}
