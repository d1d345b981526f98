import JSON
import Presets

extension TSOptions {
  /// The colours of a value: a text, "random", {"value": …}, {"r", "g", "b"}, {"h", "s", "l"}, or a list of such values.
  ///
  /// - Parameter reportsAnimation: whether an animation of the colour is reported as left out; false if the caller reads it.
  static func colors(
    _ node: JSONNode, _ path: String, _ reading: Reading, reportsAnimation: Bool = true
  ) -> [SourceColor] {
    switch node.value {
    case .string(let text):
      // Words with a meaning of their own, which are not names of colours here.
      let isKeyword = ["random", "mid", "inherit", "none", "transparent", ""].contains(text)
      let color = isKeyword ? nil : SourceColor(text: text)
      guard isKeyword || color != nil else {
        reading.note(path, .unreadable, "\(JSONWriter.quoted(String(text.prefix(40)))) is not a colour; left out")
        return []
      }
      reading.carry(path)
      if text == "random" { return randomColors(reading, path) }
      return color.map { [$0] } ?? []
    case .array(let elements):
      reading.carry(path)
      return elements.prefix(256).enumerated().flatMap { colors($0.element, "\(path)[\($0.offset)]", reading) }
    case .object:
      let object = SourceObject(node, path: path, reading)
      if reportsAnimation {
        for key in ["animation", "anim"] {
          guard let animation = object.object(key) else { continue }
          let parts = [animation] + ["h", "s", "l"].compactMap { animation.object($0) }
          let isEnabled = parts.contains { $0.flag("enable") == true }
          reading.note(
            animation.path, isEnabled ? .unsupported : .meaningless,
            isEnabled ? "this colour does not change over time" : "the animation is not enabled")
        }
      }
      if let inner = object.find("value", "color", "rgb", "hsl") { return colors(inner.node, inner.path, reading) }
      if object.has("r") {
        func part(_ key: String) -> Double { (object.span(key, in: 0...255)?.mean ?? 0) / 255 }
        return [SourceColor(red: part("r"), green: part("g"), blue: part("b"))]
      }
      if object.has("h") {
        let hue = object.span("h", in: -360...720)?.mean ?? 0
        let (s, l) = (object.span("s", in: 0...100)?.mean ?? 100, object.span("l", in: 0...100)?.mean ?? 50)
        let text = "hsl(\(Written.decimal(hue)) \(Written.decimal(s))% \(Written.decimal(l))%)"
        return SourceColor(text: text).map { [$0] } ?? []
      }
      return []
    default: return []
    }
  }

  /// Twelve hues that stand for a random colour.
  private static func randomColors(_ reading: Reading, _ path: String) -> [SourceColor] {
    reading.note(path, .approximated, "one of twelve hues is used for any colour")
    return (0..<12).compactMap { SourceColor(text: "hsl(\(30 * $0) 100% 50%)") }
  }

  /// The options `paint` of version 4, which say how particles are filled. If `paint` is a list, its first element counts.
  func paints(_ reading: Reading) -> TSOptions {
    TSOptions(
      overlaidObjects.compactMap { options in
        let paints = options.objects("paint")
        for other in paints.dropFirst() {
          reading.note(other.path, .unsupported, "of several kinds of paint the first is taken")
        }
        return paints.first
      })
  }

  /// The colours of particles in the spellings of all versions: paint.fill.color and paint.color (4), fill.color, color (1 to 3).
  func fillColors(_ reading: Reading) -> [SourceColor] {
    let paint = paints(reading)
    var colors: [SourceColor] = []
    let places = [paint.object("fill"), paint, object("fill"), self]
    for (index, options) in places.enumerated() {
      for object in options.overlaidObjects {
        guard let (node, path) = object.find("color") else { continue }
        // `paint.fill` and `fill` have a key `enable`; reading it marks it as carried over.
        if index == 0 || index == 2 { _ = object.flag("enable") }
        let found = TSOptions.colors(node, path, reading, reportsAnimation: false)
        if colors.isEmpty { colors = found }
      }
    }
    return colors
  }

  /// The speed at which the hue of the particles' colour turns, in degrees a second; nil if it does not turn.
  func hueSpeed(_ reading: Reading, colorCount: Int) -> Double? {
    var speed: Double?
    let paint = paints(reading)
    for options in [paint.object("fill"), paint, object("fill"), self] {
      for object in options.overlaidObjects {
        guard let animation = object.object("color")?.object("animation", "anim") else { continue }
        let hue = animation.object("h") ?? animation
        for part in ["s", "l"].compactMap({ animation.object($0) }) {
          let isEnabled = part.flag("enable") == true
          reading.note(
            part.path, isEnabled ? .unsupported : .meaningless,
            isEnabled ? "only the hue changes over time" : "the animation is not enabled")
        }
        guard hue.flag("enable") == true, speed == nil else {
          reading.note(
            hue.path, .meaningless, speed == nil ? "the animation is not enabled" : "another one overrides it")
          continue
        }
        guard colorCount == 1 else {
          reading.note(hue.path, .unsupported, "a colour that is chosen among several does not change over time")
          continue
        }
        // A speed of 1 is 0.01° an update, or 0.6° a second. Without `sync`, each particle has a random part of the speed, half of it
        // on average.
        let isInStep = hue.flag("sync") ?? false
        speed = (hue.span("speed", in: -1e4...1e4)?.mean ?? 1) * 0.6 * (isInStep ? 1 : 0.5)
        reading.note(
          hue.path, .approximated,
          isInStep
            ? "hues turn with the particles' ages"
            : "all hues turn by half the speed, which is the mean of the random speeds")
      }
    }
    return speed
  }
}

extension SourceColor {
  /// The colour with its HSL hue turned.
  func turned(byDegrees degrees: Double) -> SourceColor {
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    let chroma = high - low
    guard chroma > 0 else { return self }
    let hueSixths =
      high == red ? (green - blue) / chroma : high == green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
    let lightness = (high + low) / 2
    let saturation = chroma / max(1e-9, 1 - abs(2 * lightness - 1))
    let turns = (60 * hueSixths + degrees) / 360
    let hue = 360 * (turns - turns.rounded(.down))
    let text =
      "hsl(\(Written.decimal(hue)) \(Written.decimal(100 * min(1, saturation)))% \(Written.decimal(100 * lightness))%)"
    var result = SourceColor(text: text) ?? self
    result.alpha = alpha
    return result
  }
}
