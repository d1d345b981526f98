import JSON
import Model

extension PresetDecoder {
  /// Reads a place in space, `[x, y, z]` in points.
  func position(_ unresolved: JSONNode) -> AnimatedPosition? {
    guard let node = resolved(unresolved),
      let values = list(node, of: "numbers", { animatedNumber($0, NumberSchema(.points)) })
    else { return nil }
    if values.count == 3 { return AnimatedPosition(values[0], values[1], values[2]) }
    report("a place in space is [x, y, z]: 3 numbers, not \(values.count)", at: node)
    return nil
  }
}
