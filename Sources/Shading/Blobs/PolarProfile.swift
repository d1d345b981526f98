import Lanes

/// An outline around a centre in polar coordinates: its radius in 1,024 directions.
///
/// Between the directions the radius is linear, with an error of 0.003 px for a circle of 500 px. Where an outline turns back on
/// its way around the centre, its forward sections count.
final class PolarProfile: @unchecked Sendable {
  static let count = 1_024
  /// Each direction's radius and that of the next direction, so that one load gives both.
  private let radii = AlignedBuffer<Float>(count: 2 * PolarProfile.count + 2)
  private(set) var largest: Float = 0

  var base: UnsafePointer<Float> { UnsafePointer(radii.base) }

  /// Samples an outline whose points are multiplied by `scale`.
  func set(_ outline: BlobOutline, scale: Double) {
    let count = Self.count
    for index in 0..<count { radii.base[2 * index] = -1 }
    var first: (angle: Double, radius: Double)?
    var last: (angle: Double, radius: Double)?
    largest = 0
    func add(_ angle: Double, _ radius: Double) {
      defer { last = (angle, radius) }
      guard let last else { return }
      var step = angle - last.angle
      step -= step.rounded()
      guard step > 0 else { return }
      // The directions between the two points.
      var index = (last.angle * Double(count)).rounded(.up)
      let end = (last.angle + step) * Double(count)
      while index <= end {
        let share = (index / Double(count) - last.angle) / step
        let direction = Int(index) & (count - 1)
        radii.base[2 * direction] = Float(last.radius + (radius - last.radius) * share)
        index += 1
      }
    }
    let steps = max(8, 1_024 / max(outline.curves.count, 1))
    outline.sample(perCurve: steps) { point in
      let offset = point - outline.center
      let radius = (offset * offset).sum().squareRoot() * scale
      var angle = radius > 0 ? Lanes.atan2(y: offset.y, x: offset.x) / (2 * Double.pi) : last?.angle ?? 0
      if angle < 0 { angle += 1 }
      if first == nil { first = (angle, radius) }
      add(angle, radius)
    }
    if let first { add(first.angle, first.radius) }
    var known: Float = 0
    for index in 0..<count where radii.base[2 * index] >= 0 { known = radii.base[2 * index] }
    for index in 0..<count {
      if radii.base[2 * index] < 0 { radii.base[2 * index] = known }
      known = radii.base[2 * index]
      largest = max(largest, known)
    }
    for index in 0..<count { radii.base[2 * index + 1] = radii.base[2 * ((index + 1) & (count - 1))] }
  }
}
