import Lanes

extension Evaluation {
  /// Appends the visible ones of eight particles to their cell's columns.
  @inline(__always)
  func draw(
    _ kernel: UnsafeMutablePointer<CellKernel>, fields: FieldBlock, age: Float8, isVisible: SIMDMask<SIMD8<Int32>>,
    keys: DrawKeys
  ) {
    let needsVelocity = kernel.pointee.uses([.align, .stretch])
    let motion = kernel.pointee.motion(of: fields, age: age, wantsVelocity: needsVelocity)
    let scale = kernel.pointee.scale(of: fields, age: age)
    var color = kernel.pointee.color(of: fields, age: age, keys: keys)
    var halfWidth = fields[.halfWidth] * scale
    let halfHeight = fields[.halfHeight] * scale
    let zero = Float8(repeating: 0)
    var keep = isVisible .& (color.alpha .> zero) .& (halfWidth .> zero) .& (halfHeight .> zero)
    var (x, y) = (motion.x, motion.y)
    var axes = (xx: halfWidth, xy: zero, yx: zero, yy: halfHeight)
    var (extentX, extentY) = (halfWidth, halfWidth)
    if !kernel.pointee.uses(.isRound) {
      // Lengthen, turn and tilt the sprite.
      var (cosine, sine) = (Float8(repeating: 1), zero)
      if needsVelocity {
        let direction = kernel.pointee.direction(of: motion, block: fields)
        if kernel.pointee.uses(.align) { (cosine, sine) = (direction.x, direction.y) }
        if kernel.pointee.uses(.stretch) { halfWidth += direction.speed * fields[.stretch] * 0.5 }
      }
      if kernel.pointee.uses(.rotation) {
        var angle = fields[.rotation] + fields[.spin] * age
        if kernel.pointee.uses(.turn) {
          let place = LifePlace(age: age, lifetimeInverse: fields[.lifetimeInverse])
          angle += fields[.turn] * place.look(up: kernel.pointee.travelEase).value
        }
        let turn = Lanes.sincosTurns(angle)
        (cosine, sine) = (cosine * turn.cos - sine * turn.sin, sine * turn.cos + cosine * turn.sin)
      }
      var height = halfHeight
      if kernel.pointee.uses(.tumble) {
        let tumble = kernel.pointee.tumble(of: fields, age: age)
        height *= tumble.foreshortening
        let glint = tumble.glint * color.alpha
        color.red = color.red * tumble.shade + glint
        color.green = color.green * tumble.shade + glint
        color.blue = color.blue * tumble.shade + glint
      }
      axes = (cosine * halfWidth, sine * halfWidth, -sine * height, cosine * height)
      extentX = Lanes.abs(axes.xx) + Lanes.abs(axes.yx)
      extentY = Lanes.abs(axes.xy) + Lanes.abs(axes.yy)
      if kernel.pointee.uses(.streaks) {
        // A streak's head, not its middle, is where the particle is.
        x -= axes.xx * fields[.headShift]
        y -= axes.xy * fields[.headShift]
      }
    }
    // Drop what lies wholly outside the frame, with room for the anti-aliased edge and the smallest radius drawn.
    let margin: Float = 4
    extentX += margin
    extentY += margin
    keep = keep .& (x + extentX .> zero) .& (y + extentY .> zero)
    keep = keep .& (x - extentX .< Float8(repeating: kernel.pointee.frameWidth))
    keep = keep .& (y - extentY .< Float8(repeating: kernel.pointee.frameHeight))
    guard anyLane(keep) else { return }

    let cursor = cursors + kernel.pointee.flatIndex
    if cursor.pointee.count + 8 > cursor.pointee.stride { grow(kernel.pointee.flatIndex) }
    let isRound = kernel.pointee.uses(.isRound)
    let column = cursor.pointee.floats + cursor.pointee.count
    let stride = cursor.pointee.stride
    let bits = unsafeBitCast(keep, to: SIMD4<UInt64>.self)
    if bits[0] & bits[1] & bits[2] & bits[3] == .max {
      Lanes.store(x, to: column)
      Lanes.store(y, to: column + stride)
      Lanes.store(axes.xx, to: column + 2 * stride)
      if !isRound {
        Lanes.store(axes.xy, to: column + 3 * stride)
        Lanes.store(axes.yx, to: column + 4 * stride)
        Lanes.store(axes.yy, to: column + 5 * stride)
      }
      Lanes.store(color.red, to: column + 6 * stride)
      Lanes.store(color.green, to: column + 7 * stride)
      Lanes.store(color.blue, to: column + 8 * stride)
      Lanes.store(color.alpha, to: column + 9 * stride)
      let sprites = cursor.pointee.sprites + cursor.pointee.count
      var chosen = SIMD8<UInt8>()
      if kernel.pointee.uses(.manySprites) { chosen = Lanes.lowBytes(Lanes.truncateInRange(fields[.sprite])) }
      UnsafeMutableRawPointer(sprites).storeBytes(of: chosen, as: SIMD8<UInt8>.self)
      cursor.pointee.count += 8
      return
    }
    var count = 0
    let kept = unsafeBitCast(keep, to: SIMD8<Int32>.self)
    let sprites = cursor.pointee.sprites + cursor.pointee.count
    for lane in 0..<8 where kept[lane] != 0 {
      let place = column + count
      place[0] = x[lane]
      place[stride] = y[lane]
      place[2 * stride] = axes.xx[lane]
      if !isRound {
        place[3 * stride] = axes.xy[lane]
        place[4 * stride] = axes.yx[lane]
        place[5 * stride] = axes.yy[lane]
      }
      place[6 * stride] = color.red[lane]
      place[7 * stride] = color.green[lane]
      place[8 * stride] = color.blue[lane]
      place[9 * stride] = color.alpha[lane]
      sprites[count] = kernel.pointee.uses(.manySprites) ? UInt8(truncatingIfNeeded: Int(fields[.sprite][lane])) : 0
      count += 1
    }
    cursor.pointee.count += count
  }

  @inline(never)
  private func grow(_ cell: Int) {
    let columns = output.columns[cell]
    columns.grow(to: cursors[cell].count + 64, keeping: cursors[cell].count)
    cursors[cell].floats = columns.column(.x)
    cursors[cell].sprites = columns.sprites
    cursors[cell].stride = columns.columnStride
  }
}
