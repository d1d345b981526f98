import Lanes

extension Evaluation {
  /// Appends the visible ones of eight particles to their cell's columns.
  @_transparent
  func draw<Variant>(
    _ code: CellEvaluator<Variant>, _ particle: SpawnState, flight: IntegratorState, age: Float8,
    isVisible: SIMDMask<SIMD8<Int32>>,
    keys: DrawKeys, part: ShutterSample = ShutterSample(), isExposed: Bool = false
  ) {
    let kernel = code.kernel
    var life = CurveCoordinate()
    if code.uses(.lifeCurve) { life = CurveCoordinate(age: age, lifetime: particle.lifetime) }
    let needsVelocity = code.uses(.align) || code.uses(.stretch)
    var motion = code.motion(of: particle, flight: flight, age: age, place: life, wantsVelocity: needsVelocity)
    var scale = code.scale(of: particle, age: age, place: life)
    var isSeen = isVisible
    var blur = Float8()
    let depth = motion.z
    var opacity = Float8(repeating: 1)
    if code.uses(.space), view.isOn {
      let sight = view.sight(of: &motion)
      scale *= sight.scale
      blur = sight.blur
      opacity = sight.opacity
      isSeen = isSeen .& sight.isInFront
    }
    var halfWidth = particle.halfWidth * scale
    let halfHeight = particle.halfHeight * scale
    let zero = Float8(repeating: 0)
    var keep = isSeen .& (halfWidth .> zero) .& (halfHeight .> zero)
    var (x, y) = (motion.x, motion.y)
    var axes = (xx: halfWidth, xy: zero, yx: zero, yy: halfHeight)
    var (extentX, extentY) = (halfWidth, halfWidth)
    var (shade, glint, back) = (zero, zero, zero .< zero)
    if !code.uses(.isRound) {
      // Lengthen, turn and tilt the sprite.
      var (cosine, sine) = (Float8(repeating: 1), zero)
      if needsVelocity {
        let direction = code.direction(of: motion, particle: particle)
        if code.uses(.align) { (cosine, sine) = (direction.x, direction.y) }
        if code.uses(.stretch) {
          // Close to the eye speed has no bound; a streak through the whole frame looks the same however long it is.
          let most = 4 * (kernel.pointee.frameWidth + kernel.pointee.frameHeight)
          halfWidth += Lanes.min(direction.speed * particle.stretch * 0.5, most)
        }
      }
      if code.uses(.rotation) {
        var angle = particle.rotation + particle.spin * code.turnSeconds(of: particle, age: age, place: life)
        if code.uses(.turn) { angle += particle.turn * life.look(up: kernel.pointee.travelEase).value }
        if Variant.mayHaveExtras, kernel.pointee.lifeFactors.contains(.rotation) {
          angle += life.look(up: kernel.pointee.rotationCurve).value
        }
        let turn = Lanes.sincosTurns(angle)
        (cosine, sine) = (cosine * turn.cos - sine * turn.sin, sine * turn.cos + cosine * turn.sin)
      }
      var height = halfHeight
      if code.uses(.tumble) {
        let tumble = code.tumble(of: particle, seconds: code.turnSeconds(of: particle, age: age, place: life))
        height *= tumble.foreshortening
        (shade, glint, back) = (tumble.shade, tumble.glint, tumble.isBack)
        axes = (cosine * halfWidth, sine * halfWidth, -sine * height, cosine * height)
        if kernel.pointee.traits.contains(.tilt) {
          // The sprite's y axis leans along its x axis, which is seen shorter.
          let (width, lean) = (halfWidth * tumble.narrowing, halfHeight * tumble.lean)
          axes = (cosine * width, sine * width, cosine * lean - sine * height, sine * lean + cosine * height)
        }
      } else {
        axes = (cosine * halfWidth, sine * halfWidth, -sine * height, cosine * height)
      }
      extentX = Lanes.abs(axes.xx) + Lanes.abs(axes.yx)
      extentY = Lanes.abs(axes.xy) + Lanes.abs(axes.yy)
      if code.uses(.streaks) {
        // A streak's head, not its middle, is where the particle is.
        x -= axes.xx * particle.headShift
        y -= axes.xy * particle.headShift
      }
    }
    if isExposed, kernel.pointee.exposure == .swept {
      part.sweep(&axes, x: &x, y: &y)
      extentX = Lanes.abs(axes.xx) + Lanes.abs(axes.yx)
      extentY = Lanes.abs(axes.xy) + Lanes.abs(axes.yy)
    }
    // Drop what lies wholly outside the frame.
    let margin = kernel.pointee.sightMargin
    extentX += margin
    extentY += margin
    if code.uses(.space) {
      // No less than the rasterizer's own reach of what is out of focus.
      extentX += blur * 2.25
      extentY += blur * 2.25
    }
    keep = keep .& (x + extentX .> zero) .& (y + extentY .> zero)
    keep = keep .& (x - extentX .< Float8(repeating: kernel.pointee.frameWidth))
    keep = keep .& (y - extentY .< Float8(repeating: kernel.pointee.frameHeight))
    guard anyLane(keep) else { return }

    var color = code.color(of: particle, age: age, place: life, keys: keys)
    if code.uses(.space), view.isOn {
      color.red *= opacity
      color.green *= opacity
      color.blue *= opacity
      color.alpha *= opacity
    }
    keep = keep .& (color.alpha .> zero)
    if !code.uses(.isRound), code.uses(.tumble) {
      if kernel.pointee.traits.contains(.backColor) {
        let plain = kernel.pointee.backColor
        color.red.replace(with: plain.x * color.alpha, where: back)
        color.green.replace(with: plain.y * color.alpha, where: back)
        color.blue.replace(with: plain.z * color.alpha, where: back)
      }
      let light = glint * color.alpha
      color.red = color.red * shade + light
      color.green = color.green * shade + light
      color.blue = color.blue * shade + light
    }
    if isExposed {
      color.red *= part.share
      color.green *= part.share
      color.blue *= part.share
      color.alpha *= part.share
    }
    var sprite = SIMD8<UInt8>()
    if code.uses(.manySprites) { sprite = Lanes.lowBytes(particle.sprite) }

    var order = Float8()
    if Variant.mayHaveExtras, kernel.pointee.order != .none {
      order = isExposed ? part.order : code.order(age: age, depth: depth)
    }

    let cursor = cursors + kernel.pointee.flatIndex
    if cursor.pointee.count &+ 8 > cursor.pointee.stride { grow(kernel.pointee.flatIndex) }
    let records = SpriteLanes(
      x: x, y: y, axes: axes, color: color, blur: blur, order: order, particleID: part.particleID, sprite: sprite)
    if !anyLane(.!keep) {
      write(records, of: code, isExposed: isExposed, to: cursor, by: WholeLanes())
    } else {
      write(records, of: code, isExposed: isExposed, to: cursor, by: PackedLanes(keep))
    }
  }

  /// Writes those columns of eight records that the cell fills behind the ones that there are.
  @_transparent
  private func write<Variant, Store: LaneStore>(
    _ records: SpriteLanes, of code: CellEvaluator<Variant>, isExposed: Bool,
    to cursor: UnsafeMutablePointer<ColumnCursor>, by store: Store
  ) {
    let kernel = code.kernel
    let count = cursor.pointee.count
    store.store(records.x, to: cursor.pointee[.x] + count)
    store.store(records.y, to: cursor.pointee[.y] + count)
    store.store(records.axes.xx, to: cursor.pointee[.axisXx] + count)
    if !code.uses(.isRound) {
      store.store(records.axes.xy, to: cursor.pointee[.axisXy] + count)
      store.store(records.axes.yx, to: cursor.pointee[.axisYx] + count)
      store.store(records.axes.yy, to: cursor.pointee[.axisYy] + count)
    }
    store.store(records.color.red, to: cursor.pointee[.red] + count)
    store.store(records.color.green, to: cursor.pointee[.green] + count)
    store.store(records.color.blue, to: cursor.pointee[.blue] + count)
    store.store(records.color.alpha, to: cursor.pointee[.alpha] + count)
    store.store(records.sprite, to: UnsafeMutableRawPointer(cursor.pointee.sprites + count))
    if code.uses(.space), kernel.pointee.traits.contains(.blurs) {
      store.store(records.blur, to: cursor.pointee[.blur] + count)
    }
    if Variant.mayHaveExtras, kernel.pointee.order != .none {
      store.store(records.order, to: cursor.pointee[.order] + count)
    }
    if isExposed, kernel.pointee.exposure != .none {
      store.store(records.particleID, to: cursor.pointee[.particleID] + count)
    }
    cursor.pointee.count = count &+ store.count
  }

  @inline(never)
  private func grow(_ cell: Int) { output.columns[cell].grow(to: cursors[cell].count + 64) }
}
