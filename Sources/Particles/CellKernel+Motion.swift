import Lanes

/// Where eight particles are and how fast they move.
struct Motion {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
}

extension CellKernel {
  /// Place and, where `wantsVelocity`, velocity at `age`, in closed form:
  ///
  ///     p = p₀ + v₀·D + g·G + w·(a − D)        D = a·φ₁(ka)    G = a²·φ₂(ka)
  ///     v = v₀·e + g·D + w·(1 − e)             e = e^(−ka)
  ///
  /// with φ₁(x) = (1 − e⁻ˣ)/x and φ₂(x) = (1 − φ₁(x))/x, which solve v′ = −k·(v − w) + g. Sway, travel and the offset over
  /// life are added to the place, and their derivatives to the velocity.
  @inline(__always)
  func motion(of block: FieldBlock, age: Float8, wantsVelocity: Bool) -> Motion {
    var motion = Motion(x: block[.x], y: block[.y], velocityX: Float8(), velocityY: Float8())
    if uses(.drag) {
      let factors = DragFactors(drag: block[.drag], age: age)
      motion.x += block[.velocityX] * factors.distance
      motion.y += block[.velocityY] * factors.distance
      if wantsVelocity {
        motion.velocityX = block[.velocityX] * factors.decay
        motion.velocityY = block[.velocityY] * factors.decay
      }
      if uses(.gravity) {
        motion.x += block[.gravityX] * factors.fall
        motion.y += block[.gravityY] * factors.fall
        if wantsVelocity {
          motion.velocityX += block[.gravityX] * factors.distance
          motion.velocityY += block[.gravityY] * factors.distance
        }
      }
      if uses(.wind) {
        let carried = age - factors.distance
        motion.x += block[.windX] * carried
        motion.y += block[.windY] * carried
        if wantsVelocity {
          let share = 1 - factors.decay
          motion.velocityX += block[.windX] * share
          motion.velocityY += block[.windY] * share
        }
      }
    } else {
      if uses(.velocity) {
        motion.x += block[.velocityX] * age
        motion.y += block[.velocityY] * age
        if wantsVelocity {
          motion.velocityX = block[.velocityX]
          motion.velocityY = block[.velocityY]
        }
      }
      if uses(.gravity) {
        let fall = age * age * 0.5
        motion.x += block[.gravityX] * fall
        motion.y += block[.gravityY] * fall
        if wantsVelocity {
          motion.velocityX += block[.gravityX] * age
          motion.velocityY += block[.gravityY] * age
        }
      }
    }
    if uses(.sway) { addSway(to: &motion, block: block, age: age, wantsVelocity: wantsVelocity) }
    if uses([.travel, .offset]) { addCurves(to: &motion, block: block, age: age, wantsVelocity: wantsVelocity) }
    return motion
  }

  @inline(__always)
  private func addSway(to motion: inout Motion, block: FieldBlock, age: Float8, wantsVelocity: Bool) {
    let (sineX, cosineX) = Lanes.sincosTurns(block[.swayFrequencyX] * age + block[.swayPhase])
    let (sineY, cosineY) = Lanes.sincosTurns(block[.swayFrequencyY] * age + block[.swayPhase])
    motion.x += block[.swayAmplitudeX] * sineX
    motion.y += block[.swayAmplitudeY] * cosineY
    if wantsVelocity {
      let turn: Float = 6.283_185_3
      motion.velocityX += block[.swayAmplitudeX] * (block[.swayFrequencyX] * turn) * cosineX
      motion.velocityY -= block[.swayAmplitudeY] * (block[.swayFrequencyY] * turn) * sineY
    }
  }

  @inline(__always)
  private func addCurves(to motion: inout Motion, block: FieldBlock, age: Float8, wantsVelocity: Bool) {
    let place = LifePlace(age: age, lifetimeInverse: block[.lifetimeInverse])
    let pace = block[.lifetimeInverse] * Float(CurveTable.steps)
    if uses(.travel) {
      let curve = place.look(up: travelEase)
      motion.x += block[.directionX] * (block[.travel] * curve.value)
      motion.y += block[.directionY] * (block[.travel] * curve.value)
      if wantsVelocity {
        let speed = block[.travel] * (curve.difference * pace)
        motion.velocityX += block[.directionX] * speed
        motion.velocityY += block[.directionY] * speed
      }
    }
    if uses(.offset) {
      let (x, y) = (place.look(up: offsetX), place.look(up: offsetY))
      motion.x += x.value
      motion.y += y.value
      if wantsVelocity {
        motion.velocityX += x.difference * pace
        motion.velocityY += y.difference * pace
      }
    }
  }

  /// The unit vector along the velocity; the direction of birth for one that does not move.
  @inline(__always)
  func direction(of motion: Motion, block: FieldBlock) -> (x: Float8, y: Float8, speed: Float8) {
    let square = motion.velocityX * motion.velocityX + motion.velocityY * motion.velocityY
    let speed = Lanes.sqrt(square)
    let moves = speed .> Float8(repeating: 1e-6)
    let inverse = 1 / speed.replacing(with: Float8(repeating: 1), where: .!moves)
    return (
      block[.directionX].replacing(with: motion.velocityX * inverse, where: moves),
      block[.directionY].replacing(with: motion.velocityY * inverse, where: moves), speed
    )
  }
}

/// How far drag lets a particle come: D, G and e of `CellKernel.motion`.
///
/// Below x = ka = ½ the power series of φ₂ is used up to x⁸ (truncation below 1·10⁻⁹), since (1 − e⁻ˣ)/x loses three
/// digits at x = 0.01.
struct DragFactors {
  /// D: seconds of birth velocity; ∫ e.
  var distance: Float8
  /// G: ∫ D.
  var fall: Float8
  /// e^(−ka).
  var decay: Float8

  @inline(__always)
  init(drag: Float8, age: Float8) {
    let x = drag * age
    // φ₂(x) = Σ (−x)ⁿ/(n + 2)!
    var series = Float8(repeating: 1.0 / 3_628_800)
    series = series * -x + 1.0 / 362_880
    series = series * -x + 1.0 / 40320
    series = series * -x + 1.0 / 5040
    series = series * -x + 1.0 / 720
    series = series * -x + 1.0 / 120
    series = series * -x + 1.0 / 24
    series = series * -x + 1.0 / 6
    series = series * -x + 0.5
    let seriesDistance = 1 - x * series
    let seriesDecay = 1 - x * seriesDistance
    // From ½ on the definitions are exact enough; the divisor is kept away from zero where they are not used.
    let isSmall = x .< Float8(repeating: 0.5)
    let divisor = x.replacing(with: Float8(repeating: 1), where: isSmall)
    let exponential = Lanes.exp(-divisor)
    let directDistance = (1 - exponential) / divisor
    let directFall = (1 - directDistance) / divisor
    decay = exponential.replacing(with: seriesDecay, where: isSmall)
    distance = age * directDistance.replacing(with: seriesDistance, where: isSmall)
    fall = age * age * directFall.replacing(with: series, where: isSmall)
  }
}

/// Age ÷ lifetime as a place in the tables of curves over life.
struct LifePlace {
  var index: SIMD8<Int32>
  var fraction: Float8

  @inline(__always)
  init(age: Float8, lifetimeInverse: Float8) {
    let steps = Float8(repeating: Float(CurveTable.steps))
    var place = age * lifetimeInverse * steps
    let zero = Float8(repeating: 0)
    // The comparisons are written so that nothing but a number from 0 to 256 comes out.
    place = zero.replacing(with: place, where: place .> zero)
    place = place.replacing(with: steps, where: place .> steps)
    index = Lanes.truncateInRange(place)
    fraction = place - Float8(index)
  }

  @inline(__always)
  func look(up table: UnsafePointer<Float>) -> (value: Float8, difference: Float8) {
    var values = Float8()
    var differences = Float8()
    for lane in 0..<8 {
      let entry = table + 2 * Int(index[lane])
      values[lane] = entry[0]
      differences[lane] = entry[1]
    }
    return (values + differences * fraction, differences)
  }
}
