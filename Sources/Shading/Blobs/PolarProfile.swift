import Lanes

/// An outline round a centre as radii by direction, for telling of a pixel how far it is from the edge and which way that lies.
///
/// 1,024 directions; between them the radius is linear, which for a circle of 500 px is 0.003 px off. Where an outline turns
/// back on its way round, the part that it goes forwards counts.
final class PolarProfile: @unchecked Sendable {
  static let count = 1_024
  /// Pairs of radius and radius of the next direction, so that one load has both.
  private let radii = AlignedBuffer<Float>(count: 2 * PolarProfile.count + 2)
  private(set) var largest: Float = 0

  var base: UnsafePointer<Float> { UnsafePointer(radii.base) }

  /// Takes the points of `outline` round `center`, in pixels.
  func set(_ outline: BlobOutline, scale: Double) {
    let count = Self.count
    for index in 0..<count { radii.base[2 * index] = -1 }
    var first: (turn: Double, radius: Double)?
    var last: (turn: Double, radius: Double)?
    largest = 0
    func add(_ turn: Double, _ radius: Double) {
      defer { last = (turn, radius) }
      guard let last else { return }
      var step = turn - last.turn
      step -= step.rounded()
      guard step > 0 else { return }
      // The directions between the two, wherever they fall round the circle.
      var index = (last.turn * Double(count)).rounded(.up)
      let end = (last.turn + step) * Double(count)
      while index <= end {
        let share = (index / Double(count) - last.turn) / step
        let place = Int(index) & (count - 1)
        let value = Float(last.radius + (radius - last.radius) * share)
        radii.base[2 * place] = value
        index += 1
      }
    }
    let steps = max(8, 1_024 / max(outline.curves.count, 1))
    outline.sample(perCurve: steps) { point in
      let offset = point - outline.center
      let radius = (offset * offset).sum().squareRoot() * scale
      var turn = radius > 0 ? Lanes.atan2(y: offset.y, x: offset.x) / (2 * Double.pi) : last?.turn ?? 0
      if turn < 0 { turn += 1 }
      if first == nil { first = (turn, radius) }
      add(turn, radius)
    }
    if let first { add(first.turn, first.radius) }
    var held: Float = 0
    for index in 0..<count where radii.base[2 * index] >= 0 { held = radii.base[2 * index] }
    for index in 0..<count {
      if radii.base[2 * index] < 0 { radii.base[2 * index] = held }
      held = radii.base[2 * index]
      largest = max(largest, held)
    }
    for index in 0..<count { radii.base[2 * index + 1] = radii.base[2 * ((index + 1) & (count - 1))] }
  }
}
