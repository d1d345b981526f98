import Lanes

/// Which births of a cell's emissions a sampled program (`ParticleSampler`) evaluates, and what it counted of them.
struct CellSampling: BitwiseCopyable {
  /// Every `stride`-th of a child cell's births is evaluated, counted through the emissions of all parents. Root births are sampled
  /// by their chunks.
  private(set) var stride: UInt64 = 1
  /// How many of the next births are passed over before one is evaluated.
  private var passedOver: UInt64 = 0
  /// What was counted since it was last taken.
  var counts = CellCounts()

  /// Evaluates every `stride`-th birth from now on.
  mutating func begin(stride: UInt64) {
    self.stride = stride
    passedOver = stride / 2
    counts = CellCounts()
  }

  /// The number of the first birth of an emission that is evaluated; the range's end for none.
  mutating func first(of numbers: Range<UInt64>) -> UInt64 {
    let count = UInt64(numbers.count)
    guard passedOver < count else {
      passedOver -= count
      return numbers.upperBound
    }
    let first = numbers.lowerBound + passedOver
    let evaluated = (count - passedOver + stride - 1) / stride
    passedOver = passedOver + evaluated * stride - count
    return first
  }
}

/// What was counted of a cell's particles at one time.
package struct CellCounts: BitwiseCopyable {
  /// Births that were evaluated, whether their particles were alive or not.
  package var births = 0.0
  /// How often the animated birth parameters were read: once for eight particles of a burst.
  package var readings = 0.0
  /// Particles that were alive while the shutter was open, inside of the frame or not.
  package var alive = 0.0
  /// Seconds for which particles, and their trails once more, were integrated; 0 where motion has a closed form.
  package var integratedSeconds = 0.0
  /// Seconds for which the parents were integrated up to the births of these particles.
  package var integratedParentSeconds = 0.0

  package init() {}

  /// Adds what was counted elsewhere, each birth of which stands for `weight` births.
  mutating func add(_ other: CellCounts, times weight: Double) {
    births += other.births * weight
    readings += other.readings * weight
    alive += other.alive * weight
    integratedSeconds += other.integratedSeconds * weight
    integratedParentSeconds += other.integratedParentSeconds * weight
  }
}

extension CellKernel {
  /// The first of an emission's births that is evaluated, and the step from one of them to the next.
  @inline(__always)
  func sampled(_ numbers: Range<UInt64>) -> (first: UInt64, stride: UInt64) {
    guard let sampling else { return (numbers.lowerBound, 1) }
    return (sampling.pointee.first(of: numbers), sampling.pointee.stride)
  }
}

extension Evaluation {
  /// Counts eight births of a sampled cell.
  @inline(never)
  func count(_ kernel: UnsafeMutablePointer<CellKernel>, lifetime: Float8, _ batch: SpawnBatch) {
    guard let sampling = kernel.pointee.sampling else { return }
    let half = kernel.pointee.halfShutter
    var counts = sampling.pointee.counts
    let areBornTogether = batch.birthTimes == Double8(repeating: batch.birthTimes[0])
    for lane in 0..<8 where batch.birthTimes[lane] < .infinity {
      let (age, lifetime) = (batch.age[lane], lifetime[lane])
      counts.births += 1
      if lane == 0 || !areBornTogether { counts.readings += 1 }
      guard age >= -half, age < lifetime + half, lifetime > 0 else { continue }
      counts.alive += 1
      guard kernel.pointee.has(.stepped) else { continue }
      counts.integratedSeconds +=
        Double(max(min(age + half, lifetime), 0)) * (kernel.pointee.has(.trail) ? 2 : 1)
    }
    sampling.pointee.counts = counts
  }

  /// Counts the ages to which the parents of eight children are integrated.
  @inline(never)
  func countParents(of kernel: UnsafeMutablePointer<CellKernel>, to ages: Float8) {
    kernel.pointee.sampling?.pointee.counts.integratedParentSeconds += Double(ages.sum())
  }
}
