import Foundation

/// Writes a shape of a case as JSON of a preset.
enum ReferenceShapeText {
  /// The shape layer as JSON; nil if the case draws something else.
  static func layer(of json: [String: Any]) -> String? {
    if json["draw"] as? String == "shape", let shape = json["shape"] as? [String: Any] {
      var keys = figure(shape)
      if let fill = json["fill"] as? [String: Any] { keys.append("\"fill\": \"\(color(fill))\"") }
      if let stroke = json["stroke"] as? [String: Any] { keys.append("\"stroke\": \(text(of: stroke))") }
      return "{ \"shape\": { \(keys.joined(separator: ", ")) } }"
    }
    // A gradient that is clipped to a shape is the shape's fill.
    if let gradient = json["gradient"] as? [String: Any], let clip = json["clip"] as? [String: Any] {
      guard let fill = ReferenceGradientText.all(of: gradient).first else { return nil }
      let keys = figure(clip) + ["\"fill\": { \"units\": \"points\", \(fill.dropFirst())"]
      return "{ \"shape\": { \(keys.joined(separator: ", ")) } }"
    }
    return nil
  }

  private static func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? 0 }

  private static func numbers(_ value: Any?) -> [Double] { (value as? [Any] ?? []).map(number) }

  private static func figure(_ shape: [String: Any]) -> [String] {
    let rule = (shape["fill rule"] as? String).map { ["\"fillRule\": \"\($0)\""] } ?? []
    switch shape["type"] as? String {
    case "rectangle":
      let (width, height) = (number(shape["width"]), number(shape["height"]))
      let center = [number(shape["x"]) + width / 2, number(shape["y"]) + height / 2]
      let radii: [[Double]] = (shape.first { $0.key.hasPrefix("corner radii") }?.value as? [Any] ?? []).map(numbers)
      return [
        "\"type\": \"rectangle\", \"center\": \(center), \"size\": \([width, height]), \"cornerRadius\": \(radii)"
      ]
    case "ellipse":
      return [
        "\"type\": \"ellipse\", \"center\": \(numbers(shape["center"])), \"radius\": \(numbers(shape["radius x, y"]))"
      ]
    case "polygon":
      let points: [[Double]] = (shape["points"] as? [Any] ?? []).map(numbers)
      return ["\"type\": \"polyline\", \"closed\": true, \"points\": \(points)"] + rule
    case "path":
      let commands = (shape["segments"] as? [[Any]] ?? []).map { segment in
        let coordinates = segment.dropFirst().map { "\(number($0))" }.joined(separator: " ")
        return "\(segment.first as? String ?? "")\(coordinates)"
      }
      return ["\"type\": \"path\", \"path\": \"\(commands.joined(separator: " "))\""] + rule
    default: return []
    }
  }

  private static func text(of stroke: [String: Any]) -> String {
    var keys = [
      "\"paint\": \"\(color(stroke))\", \"width\": \(number(stroke["width"]))",
      "\"cap\": \"\(stroke["cap"] as? String ?? "butt")\", \"join\": \"\(stroke["join"] as? String ?? "miter")\"",
      "\"miterLimit\": \(number(stroke["miter limit"]))",
    ]
    if stroke["dash lengths"] != nil {
      keys.append(
        "\"dashes\": \(numbers(stroke["dash lengths"])), \"dashPhase\": \(number(stroke["dash offset"]))")
    }
    let trim = numbers(stroke.first { $0.key.hasPrefix("trim from, to") }?.value)
    if trim.count == 2 { keys.append("\"strokeStart\": \(trim[0]), \"strokeEnd\": \(trim[1])") }
    return "{ \(keys.joined(separator: ", ")) }"
  }

  private static func color(_ paint: [String: Any]) -> String {
    ReferenceGradientText.color(paint["color"] as? String ?? "", alpha: (paint["alpha"] as? NSNumber)?.doubleValue ?? 1)
  }
}
