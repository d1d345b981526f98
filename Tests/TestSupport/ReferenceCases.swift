import Foundation

/// A picture that another program drew, the numbers that say what it shows, and how near our own picture must come to it.
///
/// Read from a `cases.json` beside the pictures: see Tests/References/README.md.
public struct ReferenceCase: Sendable {
  public let name: String
  /// What is drawn, in the words of cases.json; tests choose their cases by it.
  public let kind: String
  public let width: Int
  public let height: Int
  /// The largest mean of the errors of all channels that is allowed, in steps of 8 bits.
  public let maximumMean: Double
  /// The largest 99.9th percentile of the errors of all channels that is allowed, in steps of 8 bits.
  public let maximumPercentile: Double
  /// The picture's path.
  public let picture: String
  /// The scene as presets, all of which must show the same: in plain numbers, then in CSS's words if the case has them.
  public let presets: [String]

  /// All cases of a folder of Tests/References.
  public static func all(in folder: String) -> [ReferenceCase] {
    let root = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/References/" + folder
    guard let data = FileManager.default.contents(atPath: root + "/cases.json"),
      let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return list.compactMap { ReferenceCase($0, folder: root) }
  }

  private init?(_ json: [String: Any], folder: String) {
    guard let name = json["name"] as? String, let kind = json["kind"] as? String,
      let parameters = json["parameters"] as? [String: Any], let layers = parameters["layers"] as? [[String: Any]],
      let tolerances = json["tolerance"] as? [String: Any],
      let tolerance = tolerances["picture"] as? [String: Any]
    else { return nil }
    self.name = name
    self.kind = kind
    width = json["width"] as? Int ?? 0
    height = json["height"] as? Int ?? 0
    maximumMean = (tolerance["mean"] as? NSNumber)?.doubleValue ?? 0
    maximumPercentile = (tolerance["99.9th percentile"] as? NSNumber)?.doubleValue ?? 0
    picture = "\(folder)/\(name).png"

    let canvas = "{ \"width\": \(width), \"height\": \(height), \"blending\": \"srgb\", \"duration\": 1 }"
    let background = parameters["background"] as? String ?? "#000000"
    // The texts of each layer, one for each way in which a preset can describe it; a layer with fewer ways repeats its last.
    let layerTexts = layers.map { layer in
      if let shape = ReferenceShapeText.layer(of: layer) { return [shape] }
      return ReferenceGradientText.all(of: layer["gradient"] as? [String: Any] ?? [:]).map { "{ \"gradient\": \($0) }" }
    }
    let wayCount = layerTexts.map(\.count).max() ?? 0
    presets = (0..<wayCount).map { index in
      let texts = layerTexts.map { $0[min(index, $0.count - 1)] }
      return """
        { "format": 1, "canvas": \(canvas),
          "layers": [{ "gradient": { "stops": ["\(background)"] } }, \(texts.joined(separator: ", "))] }
        """
    }
  }
}

/// Writes a gradient of a case as JSON of a preset.
enum ReferenceGradientText {
  private static func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }

  /// The gradient as JSON, once for each way in which a preset can describe its shape.
  static func all(of gradient: [String: Any]) -> [String] {
    let colors =
      "\"stops\": [\(stops(gradient).joined(separator: ", "))], \"interpolation\": \"\(interpolation(gradient))\""
    let spread = (gradient["spread"] as? String) ?? (gradient["repeats"] as? Bool == true ? "repeat" : "pad")
    return shapes(gradient).map { "{ \($0), \(colors), \"spread\": \"\(spread)\" }" }
  }

  /// The keys of the gradient's shape: in plain numbers, then in CSS's words if the case has them.
  private static func shapes(_ gradient: [String: Any]) -> [String] {
    func point(_ key: String) -> String {
      let values = (gradient[key] as? [Any] ?? []).compactMap(number)
      return "[\(values.map { "\($0)" }.joined(separator: ", "))]"
    }
    switch gradient["type"] as? String {
    case "linear":
      let points = "\"type\": \"linear\", \"startPoint\": \(point("start")), \"endPoint\": \(point("end"))"
      if let angle = number(gradient["angle in degrees, clockwise, 0 = upwards"]) {
        return [points, "\"type\": \"linear\", \"angle\": \(angle)"]
      }
      if let corner = gradient["towards corner"] as? String {
        return [points, "\"type\": \"linear\", \"angle\": \"to \(corner)\""]
      }
      return [points]
    case "radial":
      let center = "\"type\": \"radial\", \"center\": \(point("center"))"
      let radii = center + ", \"radius\": \(point("radius x, y"))"
      guard let size = gradient["sized by"] as? String, let shape = gradient["shape"] as? String,
        size != "explicit radii"
      else { return [radii] }
      return [radii, center + ", \"shape\": \"\(shape)\", \"size\": \"\(size)\""]
    case "circles":
      let start = number(gradient["start radius"]) ?? 0
      let end = number(gradient["end radius"]) ?? 0
      return [
        """
        "type": "radial", "focus": \(point("start center")), "startRadius": \(start), "center": \(point("end center")), \
        "radius": \(end)
        """
      ]
    case "conic":
      if let start = number(gradient["start angle"]), let end = number(gradient["end angle"]) {
        return ["\"type\": \"conic\", \"center\": \(point("center")), \"startAngle\": \(start), \"endAngle\": \(end)"]
      }
      let from = number(gradient["start angle in degrees, clockwise, 0 = upwards"]) ?? 0
      return ["\"type\": \"conic\", \"center\": \(point("center")), \"from\": \(from)"]
    default: return []
    }
  }

  private static func interpolation(_ gradient: [String: Any]) -> String {
    let space = gradient["interpolation space"] as? String ?? "srgb"
    return space + ((gradient["hue path"] as? String).map { " " + $0 } ?? "")
  }

  private static func stops(_ gradient: [String: Any]) -> [String] {
    let hints = gradient["midpoint hints"] as? [[String: Any]] ?? []
    let stops = gradient["stops"] as? [[String: Any]] ?? []
    return stops.enumerated().flatMap { index, stop in
      let color = color(stop["color"] as? String ?? "", alpha: number(stop["alpha"]) ?? 1)
      let text = "[\(number(stop["position"]) ?? 0), \"\(color)\"]"
      let hint = hints.first { number($0["after stop"]) == Double(index) }.flatMap { number($0["position"]) }
      return [text] + (hint.map { ["\($0)"] } ?? [])
    }
  }

  /// A colour in CSS's words: "#rrggbb", or "rgb(r g b / alpha)" for one that is not opaque.
  static func color(_ hex: String, alpha: Double) -> String {
    if alpha == 1 { return hex }
    let value = Int(hex.dropFirst(), radix: 16) ?? 0
    return "rgb(\(value >> 16) \(value >> 8 & 255) \(value & 255) / \(alpha))"
  }
}
