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
    let count = cursor.pointee.count
    let stride = cursor.pointee.stride
    let place = cursor.pointee.floats + count
    let colors = place + 6 &* stride
    let sprites = UnsafeMutableRawPointer(cursor.pointee.sprites + count)
    if !anyLane(.!keep) {
      Lanes.store(x, to: place)
      Lanes.store(y, to: place + stride)
      Lanes.store(axes.xx, to: place + 2 &* stride)
      if !code.uses(.isRound) {
        Lanes.store(axes.xy, to: place + 3 &* stride)
        Lanes.store(axes.yx, to: place + 4 &* stride)
        Lanes.store(axes.yy, to: place + 5 &* stride)
      }
      Lanes.store(color.red, to: colors)
      Lanes.store(color.green, to: colors + stride)
      Lanes.store(color.blue, to: colors + 2 &* stride)
      Lanes.store(color.alpha, to: colors + 3 &* stride)
      sprites.storeBytes(of: sprite, as: SIMD8<UInt8>.self)
      if code.uses(.space), kernel.pointee.traits.contains(.blurs) { Lanes.store(blur, to: colors + 4 &* stride) }
      if Variant.mayHaveExtras, kernel.pointee.order != .none { Lanes.store(order, to: colors + 5 &* stride) }
      if isExposed, kernel.pointee.exposure != .none {
        Lanes.store(part.owner, to: place + ParticleColumns.Column.owner.rawValue &* stride)
      }
      cursor.pointee.count = count &+ 8
      return
    }
    // Close up the kept ones: all eight are written, each to where the kept ones before it end.
    let packing = Packing(keep)
    packing.store(x, to: place)
    packing.store(y, to: place + stride)
    packing.store(axes.xx, to: place + 2 &* stride)
    if !code.uses(.isRound) {
      packing.store(axes.xy, to: place + 3 &* stride)
      packing.store(axes.yx, to: place + 4 &* stride)
      packing.store(axes.yy, to: place + 5 &* stride)
    }
    packing.store(color.red, to: colors)
    packing.store(color.green, to: colors + stride)
    packing.store(color.blue, to: colors + 2 &* stride)
    packing.store(color.alpha, to: colors + 3 &* stride)
    packing.store(sprite, to: sprites)
    if code.uses(.space), kernel.pointee.traits.contains(.blurs) { packing.store(blur, to: colors + 4 &* stride) }
    if Variant.mayHaveExtras, kernel.pointee.order != .none { packing.store(order, to: colors + 5 &* stride) }
    if isExposed, kernel.pointee.exposure != .none {
      packing.store(part.owner, to: place + ParticleColumns.Column.owner.rawValue &* stride)
    }
    cursor.pointee.count = count &+ packing.count
  }

  @inline(never)
  private func grow(_ cell: Int) { output.columns[cell].grow(to: cursors[cell].count + 64) }
}

/// Puts those of eight values that are kept side by side, in order. Eight are written all the same: what lies behind the
/// kept ones is written over by the next, or left beyond the end.
struct Packing {
  private let order: Int8Lanes
  let count: Int

  @inline(__always)
  init(_ keep: SIMDMask<SIMD8<Int32>>) {
    let bits = Lanes.bits(of: keep)
    order = Lanes.packingOrder(bits)
    count = bits.nonzeroBitCount
  }

  @inline(__always)
  func store(_ values: Float8, to column: UnsafeMutablePointer<Float>) {
    Lanes.store(Lanes.permuted(values, by: order), to: column)
  }

  @inline(__always)
  func store(_ values: SIMD8<UInt8>, to column: UnsafeMutableRawPointer) {
    let packed = Lanes.permuted(Lanes.lanes(Lanes.ints(values)), by: order)
    column.storeBytes(of: Lanes.lowBytes(Lanes.bits(packed)), as: SIMD8<UInt8>.self)
  }
}
