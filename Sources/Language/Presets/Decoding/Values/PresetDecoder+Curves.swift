import Colorimetry
import JSON
import Lanes
import Model

extension PresetDecoder {
  /// Reads a curve of numbers over a life or a length: `[[x, value, ease?], …]`, or values alone, evenly spaced. `x` is the share
  /// of the life or length, 0...1.
  func curve(_ unresolved: JSONNode, _ schema: NumberSchema) -> [NumberStop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "numbers, [share of life, value] or [share of life, value, easing]") else {
      return nil
    }
    return stops(list, isValue: PresetDecoder.isScalar) { value, location, easing in
      number(value, schema).map { NumberStop(location, $0, easing) }
    }
  }

  /// Reads a curve of points over a life or a length: `[[x, [dx, dy], ease?], …]`, or points alone, evenly spaced. `x` is the
  /// share of the life or length, 0...1.
  func pointCurve(_ unresolved: JSONNode, _ schema: NumberSchema) -> [PointStop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "points or [x, point]") else { return nil }
    // [dx, dy] is a point alone; [x, [dx, dy]] is a location and a point.
    let isPoint: (JSONNode) -> Bool = { node in
      guard let pair = node.elements else { return true }
      return pair.count == 2 && pair[1].elements == nil
    }
    return stops(list, isValue: isPoint) { value, location, easing in
      constantPoint(value, schema).map { PointStop(location, $0.x, $0.y, easing) }
    }
  }

  /// Reads a curve of colours over a life or a length: `[[x, colour, ease?], …]`, or colours alone, evenly spaced. `x` is the
  /// share of the life or length, 0...1.
  func colorCurve(_ unresolved: JSONNode) -> [ColorStop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "colours or [x, colour]"), !reportSwappedStops(list) else { return nil }
    return stops(list, isValue: PresetDecoder.isScalar) { value, location, easing in
      color(value).map { ColorStop(location, $0, easing) }
    }
  }

  /// Whether an element of a curve is a value alone: numbers and colours are not lists, but `[x, value]` is.
  private static let isScalar: @Sendable (JSONNode) -> Bool = { $0.elements == nil }

  /// Reads the stops of a curve. An element that is a value alone gets the location index ÷ (count − 1).
  ///
  /// - Parameters:
  ///   - isValue: whether an element is a value alone; otherwise it is `[x, value, ease?]`.
  ///   - makeStop: makes a stop from a value, its location in 0...1, and the easing from this stop to the next.
  private func stops<Stop>(
    _ list: [JSONNode], isValue: (JSONNode) -> Bool,
    _ makeStop: (JSONNode, Double, Easing) -> Stop?
  ) -> [Stop]? {
    let issueCountBefore = issueCount
    var stops: [Stop] = []
    var previousLocation = 0.0
    for (index, element) in list.enumerated() {
      inside(index: index) {
        if isValue(element) {
          let location = list.count > 1 ? Double(index) / Double(list.count - 1) : 0
          if let stop = makeStop(element, location, .linear) { stops.append(stop) }
          previousLocation = location
          return
        }
        guard let fields = element.elements, fields.count == 2 || fields.count == 3 else {
          report("should be a value, [x, value] or [x, value, ease]", at: element)
          return
        }
        guard let location = number(fields[0], NumberSchema(.share, 0...1)) else { return }
        if location < previousLocation {
          report(
            "its location \(plain(location)) is less than that of the previous stop, \(plain(previousLocation))",
            at: fields[0])
        }
        previousLocation = location
        guard let easing = ease(in: fields, isLast: index == list.count - 1, of: "stop") else { return }
        if let stop = makeStop(fields[1], location, easing) { stops.append(stop) }
      }
    }
    return issueCount == issueCountBefore ? stops : nil
  }
}
