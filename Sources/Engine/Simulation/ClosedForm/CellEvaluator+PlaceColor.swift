import Lanes
import Model

// Factors of the colour by the place on a shape: a picture's colours (`Cell.colorFrom`) and gradients (`PlaceColors`).

extension CellEvaluator<GeneralCell> {
  /// Red, green, blue and alpha, straight, in the values that the canvas blends.
  typealias Color = (red: Float8, green: Float8, blue: Float8, alpha: Float8)

  /// The colour of eight particles at their birth: their cell's colour times the factors at their places on the emitter's shape. Where
  /// they come together on further shapes, the changes of colour on their ways there are stored in `ways`.
  ///
  /// - Parameters:
  ///   - place: pixels; with `ways` the places on the last shape.
  @inline(never)
  func placeColor(
    _ color: Color, place: LaneVector, parameters: UnsafePointer<Float8>, ways: UnsafeMutablePointer<LaterWay>?
  ) -> Color {
    let gather = kernel.pointee.gather.pointee
    let count = ways == nil ? 0 : gather.laterCount
    var place = place
    for index in 0..<count {
      let way = ways.unsafelyUnwrapped[index]
      place = LaneVector(place.x + way.x, place.y + way.y, place.z + way.z)
    }
    let depth = parameters[.emitterDepth]
    let z = parameters[.emitterZ]
    let center = LaneVector(parameters[.emitterX], parameters[.emitterY], z)
    let first = product(
      color,
      factor(
        at: LaneVector(place.x - center.x, place.y - center.y, place.z - z), from: center, on: kernel.pointee.shape,
        width: parameters[.emitterWidth], height: parameters[.emitterHeight], depth: depth))
    var before = first
    for index in 0..<count {
      let ways = ways.unsafelyUnwrapped
      let target = gather.laterJourneys + index
      place = LaneVector(place.x - ways[index].x, place.y - ways[index].y, place.z - ways[index].z)
      let center = target.pointee.center(parameters)
      let (width, height) = target.pointee.size(parameters)
      let next = product(
        color,
        factor(
          at: LaneVector(place.x - center.x, place.y - center.y, place.z - z),
          from: LaneVector(center.x, center.y, z), on: target.pointee.shape, width: width, height: height, depth: depth)
      )
      ways[index].red = next.red - before.red
      ways[index].green = next.green - before.green
      ways[index].blue = next.blue - before.blue
      ways[index].alpha = next.alpha - before.alpha
      before = next
    }
    return first
  }

  private func product(_ a: Color, _ b: Color) -> Color {
    (a.red * b.red, a.green * b.green, a.blue * b.blue, a.alpha * b.alpha)
  }

  /// - Parameters:
  ///   - place: pixels from the shape's centre.
  ///   - center: pixels; the shape's centre.
  private func factor(
    at place: LaneVector, from center: LaneVector, on shape: ShapeSampler, width: Float8, height: Float8, depth: Float8
  ) -> Color {
    let one = Float8(repeating: 1)
    var color: Color = (one, one, one, one)
    if kernel.pointee.colorFrom == .picture, shape.pictureGridColumns > 0 {
      let picture = shape.pictureColor(x: place.x, y: place.y, width: width, height: height)
      (color.red, color.green, color.blue) = (picture.red, picture.green, picture.blue)
    }
    guard let colors = kernel.pointee.colorByPlace else { return color }
    let location =
      colors.pointee.formula.map { formula in
        let value = formula._withUnsafeGuaranteedRef {
          $0.locations(x: center.x + place.x, y: center.y + place.y, z: center.z + place.z)
        }
        return CurveCoordinate(age: value, lifetime: Float8(repeating: 1))
      } ?? self.location(of: place, colors.pointee, box: shape.box(width: width, height: height, depth: depth))
    return product(color, location.sampleColor(colors.pointee.colors))
  }

  /// Where between the first and the last stop a place lies. A shape without an extent has the first colour.
  private func location(
    of place: LaneVector, _ colors: PlaceColorParameters, box: (low: LaneVector, high: LaneVector)
  ) -> CurveCoordinate {
    var (value, low, high) = (Float8(), Float8(), Float8(repeating: 1))
    switch colors.along {
    case .x: (value, low, high) = (place.x, box.low.x, box.high.x)
    case .y: (value, low, high) = (place.y, box.low.y, box.high.y)
    case .z: (value, low, high) = (place.z, box.low.z, box.high.z)
    case .radius:
      value = Lanes.sqrt(place.x * place.x + place.y * place.y + place.z * place.z)
      low = Float8()
      high = Lanes.max(Lanes.max(box.high.x, box.high.y), Lanes.max(-box.low.x, -box.low.y))
      high = Lanes.max(high, box.high.z)
    case .angle:
      // In turns from the top, clockwise.
      let turns = Lanes.atan2(y: place.x, x: -place.y) * (1 / radiansPerTurn)
      value = turns.replacing(with: turns + 1, where: turns .< Float8())
    }
    if colors.hasFrom { low = Float8(repeating: colors.from) }
    if colors.hasTo { high = Float8(repeating: colors.to) }
    return CurveCoordinate(age: value - low, lifetime: high - low)
  }

  /// The change of colour since birth of particles that come together on several shapes. It is done in the same share as the journey; timing
  /// curves that overshoot do not overshoot in colour.
  @inline(never)
  func laterColor(_ ways: UnsafePointer<LaterWay>, age: Float8) -> Color {
    let gather = kernel.pointee.gather.pointee
    let zero = Float8()
    var change: Color = (zero, zero, zero, zero)
    for index in 0..<gather.laterCount {
      let journey = gather.laterJourneys[index].journey
      guard Lanes.any(age .>= Float8(repeating: journey.startSeconds)) else { break }
      let left = remainder(of: journey, at: age, delay: ways[index].delay, wantsVelocity: false).share
      let share = 1 - Lanes.clamp(left, 0, 1)
      change.red += ways[index].red * share
      change.green += ways[index].green * share
      change.blue += ways[index].blue * share
      change.alpha += ways[index].alpha * share
    }
    return change
  }
}
