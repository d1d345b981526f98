import Lanes

/// Eight sprites in the frame, in pixels.
struct PlacedSprite {
  /// Centre.
  var x: Float8
  var y: Float8
  /// Half of the sprite along its own +x axis (xx, xy) and along its own +y axis (yx, yy), as vectors.
  var axes: (xx: Float8, xy: Float8, yx: Float8, yy: Float8)
  /// Half width and half height of the upright box around a sprite.
  var extentX: Float8
  var extentY: Float8
  /// How the sprites look from the eye if their cell tumbles in 3-D: foreshortening and light. Not read for other cells.
  var tumbleEffect = FlatSprite(foreshorteningY: Float8())

  /// Sprites that are neither rotated nor stretched. Their extent, `halfWidth` in both directions, is right for round sprites only; that of
  /// other sprites is set by `CellEvaluator.orient`.
  @_transparent
  init(x: Float8, y: Float8, halfWidth: Float8, halfHeight: Float8) {
    (self.x, self.y) = (x, y)
    let zero = Float8(repeating: 0)
    axes = (xx: halfWidth, xy: zero, yx: zero, yy: halfHeight)
    (extentX, extentY) = (halfWidth, halfWidth)
  }

  /// Sets the extent to that of the parallelogram of the axes.
  @_transparent
  mutating func setExtent() {
    extentX = Lanes.abs(axes.xx) + Lanes.abs(axes.yx)
    extentY = Lanes.abs(axes.xy) + Lanes.abs(axes.yy)
  }
}

extension CellEvaluator {
  /// The unit vector along the sprites' own x axes before they tumble and tilt: aligned to the motion, then rotated. Lengthens sprites that
  /// are stretched along their motion.
  @_transparent
  func heading(
    of particle: SpawnState, motion: Motion, age: Float8, life: CurveCoordinate, halfWidth: inout Float8
  ) -> (cosine: Float8, sine: Float8) {
    var (cosine, sine) = (Float8(repeating: 1), Float8(repeating: 0))
    if has(.align) {
      let direction = direction(of: motion, particle: particle)
      (cosine, sine) = (direction.x, direction.y)
      if mayBeNonzero(.stretch) {
        // Close to the eye projected speeds have no limit. A streak that crosses the whole frame need not become longer.
        let maximumHalfStretch = 4 * (kernel.pointee.frameWidth + kernel.pointee.frameHeight)
        halfWidth += Lanes.min(direction.speed * particle.stretch * 0.5, maximumHalfStretch)
      }
    }
    if has(.rotation) {
      var angle = particle.rotation + particle.spin * rotationSeconds(of: particle, age: age, life: life)
      // `turn` is a rotation over the whole life. It follows the timing curve that `travel` follows, too.
      if has(.easedTurn) { angle += particle.turn * life.sample(kernel.pointee.travelEase).value }
      if has(.rotationCurve) { angle += life.sample(kernel.pointee.rotationCurve).value }
      // The angle, in turns, is added to the angle of the motion.
      let rotation = Lanes.sincosTurns(angle)
      (cosine, sine) = (cosine * rotation.cos - sine * rotation.sin, sine * rotation.cos + cosine * rotation.sin)
    }
    return (cosine, sine)
  }

  /// Sets the axes of sprites, which are aligned to their motion and stretched along it, then rotated, then foreshortened by tumble
  /// and tilt. Moves streaks so that their heads lie at the particles.
  @_transparent
  func orient(
    _ sprite: inout PlacedSprite, _ particle: SpawnState, motion: Motion, age: Float8, life: CurveCoordinate,
    halfWidth unstretchedHalfWidth: Float8, halfHeight: Float8
  ) {
    var halfWidth = unstretchedHalfWidth
    let (cosine, sine) = heading(of: particle, motion: motion, age: age, life: life, halfWidth: &halfWidth)
    if has(.tumble) {
      let flat = flatSprite(of: particle, rotationSeconds: rotationSeconds(of: particle, age: age, life: life))
      sprite.tumbleEffect = flat
      if has(.lit) {
        let normal = flat.normal
        sprite.tumbleEffect.normal = (
          normal.x * cosine - normal.y * sine, normal.x * sine + normal.y * cosine, normal.z
        )
      }
      let seenHalfHeight = halfHeight * flat.foreshorteningY
      sprite.axes = (cosine * halfWidth, sine * halfWidth, -sine * seenHalfHeight, cosine * seenHalfHeight)
      if has(.tilt) {
        // As seen by the eye, a tilted sprite's x axis is shorter, and its y axis has a part along the x axis (`FlatSprite.lean`).
        let (seenHalfWidth, lean) = (halfWidth * flat.foreshorteningX, halfHeight * flat.lean)
        sprite.axes = (
          cosine * seenHalfWidth, sine * seenHalfWidth,
          cosine * lean - sine * seenHalfHeight, sine * lean + cosine * seenHalfHeight
        )
      }
    } else {
      sprite.axes = (cosine * halfWidth, sine * halfWidth, -sine * halfHeight, cosine * halfHeight)
    }
    sprite.setExtent()
    if has(.streaks) {
      // The particle is at a streak's head, not at its middle.
      sprite.x -= sprite.axes.xx * particle.headShift
      sprite.y -= sprite.axes.xy * particle.headShift
    }
  }

  /// Applies the light of flat sprites to premultiplied colours: the back's own colour, shade and glint.
  @_transparent
  func applyLight(_ color: inout (red: Float8, green: Float8, blue: Float8, alpha: Float8), _ flat: FlatSprite) {
    if has(.backColor) {
      let back = kernel.pointee.backColor
      color.red.replace(with: back.x * color.alpha, where: flat.isBack)
      color.green.replace(with: back.y * color.alpha, where: flat.isBack)
      color.blue.replace(with: back.z * color.alpha, where: flat.isBack)
    }
    let glint = flat.glint * color.alpha
    color.red = color.red * flat.shade + glint
    color.green = color.green * flat.shade + glint
    color.blue = color.blue * flat.shade + glint
  }
}
