import Lanes

/// An outline around a centre in polar coordinates: its radius in 1,024 directions.
///
/// Between two directions the radius is interpolated linearly: exact for a circle around the centre, and within 0.003 px for a
/// straight side 500 px away. Sections of the outline along which the angle decreases are left out, so that each direction has one
/// radius.
final class PolarProfile: @unchecked Sendable {
  /// Number of directions. A power of two, so that a mask wraps indices.
  static let directionCount = 1_024
  /// Radii in pixels. Element 2i is the radius of direction i, which lies i/1,024 turns clockwise from the right. Element 2i + 1
  /// repeats the radius of direction i + 1, so that one load gives both. The last two elements are unused.
  private let radii = AlignedBuffer<Float>(count: 2 * PolarProfile.directionCount + 2)
  /// The greatest radius, in pixels.
  private(set) var largestRadius: Float = 0

  /// The radii, in the layout of `radii`.
  var base: UnsafePointer<Float> { UnsafePointer(radii.base) }

  /// Replaces the radii by an outline's; `scale` is the number of pixels in a point.
  func set(_ outline: BlobOutline, scale: Double) {
    let count = Self.directionCount
    // −1 marks a direction without a radius.
    for index in 0..<count { radii.base[2 * index] = -1 }
    var first: (angle: Double, radius: Double)?
    var last: (angle: Double, radius: Double)?
    largestRadius = 0
    /// Sets the radii of the directions from the last point of the outline to the next point, which lies at `angle` turns and at a
    /// distance of `radius` pixels from the centre.
    func add(_ angle: Double, _ radius: Double) {
      defer { last = (angle, radius) }
      guard let last else { return }
      var step = angle - last.angle
      step -= step.rounded()
      guard step > 0 else { return }
      // The radius is interpolated at the directions between the two points. Directions are counted on beyond a whole turn.
      var index = (last.angle * Double(count)).rounded(.up)
      let end = (last.angle + step) * Double(count)
      while index <= end {
        let fraction = (index / Double(count) - last.angle) / step
        let direction = Int(index) & (count - 1)
        radii.base[2 * direction] = Float(last.radius + (radius - last.radius) * fraction)
        index += 1
      }
    }
    // About as many points as directions.
    let steps = max(8, count / max(outline.curves.count, 1))
    outline.sample(perCurve: steps) { point in
      let offset = point - outline.center
      let radius = (offset * offset).sum().squareRoot() * scale
      var angle = radius > 0 ? Lanes.atan2(y: offset.y, x: offset.x) / (2 * Double.pi) : last?.angle ?? 0
      if angle < 0 { angle += 1 }
      if first == nil { first = (angle, radius) }
      add(angle, radius)
    }
    if let first { add(first.angle, first.radius) }
    // A direction without a radius takes the last radius before it around the circle.
    var previousRadius: Float = 0
    for index in 0..<count where radii.base[2 * index] >= 0 { previousRadius = radii.base[2 * index] }
    for index in 0..<count {
      if radii.base[2 * index] < 0 { radii.base[2 * index] = previousRadius }
      previousRadius = radii.base[2 * index]
      largestRadius = max(largestRadius, previousRadius)
    }
    for index in 0..<count { radii.base[2 * index + 1] = radii.base[2 * ((index + 1) & (count - 1))] }
  }
}
