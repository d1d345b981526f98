import Lanes
import Model
import Simulation

/// A path integrated by the classical fourth-order Runge–Kutta method in Double, in steps of 10⁻⁵ s.
///
/// It shares neither method nor code with the steps that it checks.
struct FineStepper {
  var x: Double
  var y: Double
  var velocityX: Double
  var velocityY: Double
  var age = 0.0
  static let step = 1e-5

  var z = 0.0
  var velocityZ = 0.0

  typealias Acceleration = (_ path: FineStepper) -> (x: Double, y: Double)
  typealias AccelerationInSpace = (_ path: FineStepper) -> (x: Double, y: Double, z: Double)

  /// The rates of change of x, y, z and of the three velocities.
  private func slopes(_ acceleration: AccelerationInSpace) -> Double8 {
    let push = acceleration(self)
    return SIMD8(velocityX, velocityY, velocityZ, push.x, push.y, push.z, 0, 0)
  }

  private func moved(by change: Double8, seconds: Double) -> FineStepper {
    FineStepper(
      x: x + change[0] * seconds, y: y + change[1] * seconds, velocityX: velocityX + change[3] * seconds,
      velocityY: velocityY + change[4] * seconds, age: age + seconds, z: z + change[2] * seconds,
      velocityZ: velocityZ + change[5] * seconds)
  }

  mutating func advanceInSpace(to end: Double, _ acceleration: AccelerationInSpace) {
    while age < end {
      let step = min(FineStepper.step, end - age)
      let first = slopes(acceleration)
      let second = moved(by: first, seconds: step / 2).slopes(acceleration)
      let third = moved(by: second, seconds: step / 2).slopes(acceleration)
      let fourth = moved(by: third, seconds: step).slopes(acceleration)
      let earlier = first + 2 * second
      let sum = earlier + 2 * third + fourth
      self = moved(by: sum / 6, seconds: step)
    }
  }

  mutating func advance(to end: Double, _ acceleration: Acceleration) {
    advanceInSpace(to: end) { path in
      let push = acceleration(path)
      return (push.x, push.y, 0)
    }
  }
}

/// Programs on a canvas of 2,000 × 2,000 points, on which a Float resolves thousandths of a pixel, with births in its middle.
enum SmallStage {
  static let center = 1_000.0

  static func canvas(loops: Rational? = nil, pixelsPerPoint: Double = 1) -> Canvas {
    Canvas(
      widthPoints: 2_000, heightPoints: 2_000, widthPixels: Int(2_000 * pixelsPerPoint),
      heightPixels: Int(2_000 * pixelsPerPoint), pixelsPerPoint: pixelsPerPoint, duration: loops ?? Rational(10),
      seed: 7,
      loops: loops != nil)
  }

  static func program(
    _ cells: [Cell], shape: Emitter.Shape = .point, canvas: Canvas = SmallStage.canvas(),
    chunkCapacity: Int = EmitterProgram.chunkCapacity
  ) -> EmitterProgram {
    let emitter = Emitter(
      shape: shape, position: AnimatedPoint(1_000, 1_000), size: AnimatedPoint(200, 200), cells: cells)
    return Stage.program(emitter, canvas: canvas, chunkCapacity: chunkCapacity)
  }
}

/// Evaluates a program as a renderer does: with the cached state of the frames before.
final class CachedEvaluator {
  let program: EmitterProgram
  private let caches: StateCaches?

  init(_ program: EmitterProgram) {
    self.program = program
    caches = StateCaches(program: program)
  }

  func particles(at localTime: Double) -> [[EvaluatedParticle]] { program.particles(at: localTime, caches: caches) }
}

/// Returns the largest distance of the particles of a cell from a finely stepped path, over ages up to two seconds; infinity
/// where there are not 20 particles.
func worstDistance(
  of cell: Cell, velocity: (Double, Double), _ acceleration: FineStepper.Acceleration
) -> Double {
  let found = SmallStage.program([cell]).particles(at: 2.07)[0]
  var path = FineStepper(x: 1_000, y: 1_000, velocityX: velocity.0, velocityY: velocity.1)
  var worst = 0.0
  // The youngest particle is the last one.
  for (index, particle) in found.reversed().enumerated() {
    path.advance(to: 0.07 + Double(index) / 10, acceleration)
    let (x, y) = (Double(particle.x) - path.x, Double(particle.y) - path.y)
    worst = max(worst, (x * x + y * y).squareRoot())
  }
  return found.count == 20 ? worst : .infinity
}
