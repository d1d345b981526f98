import Foundation

/// A composition that another program drew: layers with pictures, masks, opacity, blends and transforms, read from the `cases.json` of
/// Tests/References/composition, and written as presets.
public struct ReferenceScene: Sendable {
  public let name: String
  public let kind: String
  public let maximumMean: Double
  public let maximumPercentile: Double
  /// The picture's path.
  public let picture: String
  /// Whether the picture has an alpha channel that is to be compared.
  public let isTransparent: Bool
  /// The scene as presets, both of which must show the same: with transforms as matrices, then in words.
  public let presets: [String]

  /// The folder of the pictures.
  public static let folder =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/References/composition"

  /// All cases.
  public static func all() -> [ReferenceScene] {
    guard let data = FileManager.default.contents(atPath: folder + "/cases.json"),
      let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return list.compactMap(ReferenceScene.init)
  }

  private init?(_ json: [String: Any]) {
    guard let name = json["name"] as? String, let kind = json["kind"] as? String,
      let parameters = json["parameters"] as? [String: Any], let layers = parameters["layers"] as? [[String: Any]],
      let tolerances = json["tolerance"] as? [String: Any]
    else { return nil }
    self.name = name
    self.kind = kind
    let isExact = tolerances["exact picture"] != nil
    let tolerance = tolerances[isExact ? "exact picture" : "picture"] as? [String: Any] ?? [:]
    maximumMean = Self.number(tolerance["mean"])
    maximumPercentile = Self.number(tolerance["99.9th percentile"])
    picture = "\(Self.folder)/\(isExact ? "exact/" : "")\(name).png"
    let background = parameters["background"] as? String ?? "#000000"
    isTransparent = background == "transparent"
    let ground = isTransparent ? [] : ["{ \"gradient\": { \"stops\": [\"\(background)\"] } }"]
    let size = "\"width\": \(json["width"] as? Int ?? 0), \"height\": \(json["height"] as? Int ?? 0)"
    presets = [false, true].map { inWords in
      let texts = ground + layers.map { Self.text(of: $0, inWords: inWords) }
      return """
        { "format": 1, "canvas": { \(size), "blending": "srgb", "duration": 1 }, "layers": [\(texts.joined(separator: ", "))] }
        """
    }
  }

  private static func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? 0 }
  private static func numbers(_ value: Any?) -> [Double] { (value as? [Any] ?? []).map(number) }

  /// A layer as JSON; `inWords` writes transforms as steps and turns, not as matrices.
  private static func text(of layer: [String: Any], inWords: Bool) -> String {
    var keys = [source(of: layer, inWords: inWords)]
    if let mask = layer["mask"] as? [String: Any], let gradient = ReferenceGradientText.all(of: mask).first {
      keys.append("\"mask\": { \"gradient\": \(gradient) }")
    }
    if layer["opacity"] != nil { keys.append("\"opacity\": \(number(layer["opacity"]))") }
    if let blend = layer["blend"] as? String {
      keys.append("\"blend\": \"\(blend)\"")
    }
    if let transform = layer["transform"] as? [String: Any] {
      keys.append("\"transform\": { \(inWords ? steps(transform) : matrix(transform)) }")
    }
    if let tilt = layer["tilt"] as? [String: Any] {
      keys.append("\"transform\": { \(inWords ? turns(tilt) : homography(tilt)) }")
    }
    return "{ \(keys.joined(separator: ", ")) }"
  }

  private static func source(of layer: [String: Any], inWords: Bool) -> String {
    let box = numbers(layer.first { $0.key.hasPrefix("rectangle") }?.value)
    switch layer["draw"] as? String {
    case "picture":
      let smooth = layer["sampling"] as? String == "smooth"
      return """
        "image": { "file": "\(layer["file"] as? String ?? "")", "fit": "fill", "center": [\(box[0] + box[2] / 2), \
        \(box[1] + box[3] / 2)], "size": [\(box[2]), \(box[3])], "scaling": "\(smooth ? "smooth" : "nearest")" }
        """
    case "gradient":
      let gradient = ReferenceGradientText.all(of: layer["gradient"] as? [String: Any] ?? [:]).first ?? "{}"
      return """
        "shape": { "type": "rectangle", "center": [\(box[0] + box[2] / 2), \(box[1] + box[3] / 2)], \
        "size": [\(box[2]), \(box[3])], "fill": { "units": "points", \(gradient.dropFirst()) }
        """
    case "group":
      let layers = layer["layers"] as? [[String: Any]] ?? []
      return "\"group\": [\(layers.map { text(of: $0, inWords: inWords) }.joined(separator: ", "))]"
    default:
      // The shape's text without its braces: its keys stand beside the other keys of the layer.
      return (ReferenceShapeText.layer(of: layer) ?? "{ }").trimmingCharacters(in: ["{"]).replacing(/\}\s*$/, with: "")
    }
  }

  private static func matrix(_ transform: [String: Any]) -> String {
    "\"matrix\": \(numbers(transform["matrix a b c d e f"]))"
  }

  private static func homography(_ tilt: [String: Any]) -> String {
    "\"matrix\": \((tilt["homography rows"] as? [Any] ?? []).flatMap(numbers))"
  }

  /// Steps of a transform, in the order in which a preset applies them.
  private static func steps(_ transform: [String: Any]) -> String {
    let steps = transform["steps, last applied first"] as? [[Any]] ?? []
    let keys = steps.map { step -> String in
      let values = step.dropFirst().map(number)
      switch step.first as? String {
      case "translate": return "\"position\": \(values)"
      case "rotate": return "\"rotation\": \(values[0])"
      case "skew": return "\"skew\": \(values)"
      default: return "\"scale\": \(values)"
      }
    }
    return (["\"anchor\": \(numbers(transform["about"]))"] + keys).joined(separator: ", ")
  }

  /// Turns in perspective, in the order in which a preset applies them.
  private static func turns(_ tilt: [String: Any]) -> String {
    let turns = tilt["turns (axis, degrees), last applied first"] as? [[Any]] ?? []
    let keys = turns.map { turn in
      let axis = turn.first as? String ?? ""
      return "\"rotation\(axis == "z" ? "" : axis.uppercased())\": \(number(turn.last))"
    }
    return
      ([
        "\"perspective\": \(number(tilt["viewing distance"]))",
        "\"perspectiveOrigin\": \(numbers(tilt["eye above point"]))", "\"anchor\": \(numbers(tilt["about"]))",
      ] + keys).joined(separator: ", ")
  }
}
