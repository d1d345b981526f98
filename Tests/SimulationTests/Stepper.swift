/// A particle moved in small steps by the second-order midpoint rule, in Double.
///
/// It shares no code and no formula with the closed forms that it checks.
struct Stepper {
  var x: Double
  var y: Double
  var velocityX: Double
  var velocityY: Double
  var drag = 0.0
  var gravityX = 0.0
  var gravityY = 0.0
  var windX = 0.0
  var windY = 0.0

  private func acceleration(_ vx: Double, _ vy: Double) -> (Double, Double) {
    (gravityX - drag * (vx - windX), gravityY - drag * (vy - windY))
  }

  mutating func advance(_ seconds: Double, steps: Int = 4000) {
    guard seconds > 0 else { return }
    let step = seconds / Double(steps)
    for _ in 0..<steps {
      let start = acceleration(velocityX, velocityY)
      let middle = (velocityX + start.0 * step / 2, velocityY + start.1 * step / 2)
      let change = acceleration(middle.0, middle.1)
      x += middle.0 * step
      y += middle.1 * step
      velocityX += change.0 * step
      velocityY += change.1 * step
    }
  }
}

/// Returns the times of births: those at which the sum of the rate, added up in small steps, reaches 1, 2, 3, …
func countedBirths(until end: Double, step: Double = 1e-5, rate: (Double) -> Double) -> [Double] {
  var births: [Double] = []
  var sum = 0.0
  var count = 1.0
  for index in 0..<Int(end / step) {
    let time = Double(index) * step
    let increment = max(0, rate(time + step / 2)) * step
    while sum + increment >= count {
      births.append(time + (increment > 0 ? (count - sum) / increment : 0) * step)
      count += 1
    }
    sum += increment
  }
  return births
}
