extension Declarations {
  /// Every kind of object, in the order in which a reader meets them.
  package static var all: [DescribedObject] {
    [
      preset.described(), canvas.described(), knob.described(), layer.described(), copies.described(),
      emitter.described(),
      polygonShape.described(), cell.described(), burst.described(), force.described(), bound.described(),
      sprite.described(),
      links.described(), trail.described(),
      gradient.described(),
      stop.described(), shape.described(), stroke.described(), transform.described(), blob.described(),
      metaballs.described(), ball.described(), relief.described(), mesh.described(), meshPoint.described(),
      ripples.described(), noise.described(), aurora.described(), lightRays.described(), pattern.described(),
      stars.described(), drop.described(), camera.described(), post.described(), bloom.described(),
      keyframes.described(), tween.described(), sequence.described(), sum.described(), way.described(),
      spring.described(),
    ]
  }
}

/// The reference page of the preset language, from the same declarations that read it.
package enum Reference {
  package static func markdown() -> String {
    var text = "# The keys of a preset\n"
    for object in Declarations.all {
      text += "\n## \(object.name)\n\n\(object.about)\n\n"
      text += "| key | value | default | meaning |\n| --- | --- | --- | --- |\n"
      for key in object.keys {
        let name = key.isRequired ? "`\(key.name)` (needed)" : "`\(key.name)`"
        let value = escaped(description(of: key.shape))
        text += "| \(name) | \(value) | \(escaped(key.defaultText ?? "")) | \(escaped(key.about)) |\n"
      }
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  /// The unit of a shape's numbers.
  static func unit(of shape: ValueSchema) -> String? {
    switch shape {
    case .number(let rule), .moving(let rule), .point(let rule), .curve(let rule), .pointCurve(let rule):
      rule.unit == .none ? nil : rule.unit.rawValue
    case .rate: NumberRule.Unit.framesPerSecond.rawValue
    case .exactSeconds: NumberRule.Unit.seconds.rawValue
    case .anyOf(let shapes): shapes.lazy.compactMap(unit(of:)).first
    default: nil
    }
  }

  static func description(of shape: ValueSchema) -> String {
    switch shape {
    case .flag: "true or false"
    case .text: "text"
    case .number(let rule): "\(rule.isWhole ? "whole number" : "number"), \(rule.allowed)"
    case .moving(let rule): "number that may move, \(rule.allowed)"
    case .point(let rule): "[x, y] that may move, \(rule.allowed)"
    case .choice(let names): listed(names.map { "\"\($0)\"" })
    case .color: "colour"
    case .movingColor: "colour that may move"
    case .colors: "list of colours"
    case .easing: "timing curve"
    case .curve(let rule): "numbers over life, \(rule.allowed)"
    case .pointCurve(let rule): "points over life, \(rule.allowed)"
    case .colorCurve: "colours over life"
    case .stops: "list of colours or stops"
    case .interpolation: "colour space"
    case .list(let element): "list: \(description(of: element))"
    case .anyOf(let shapes): shapes.map(description(of:)).joined(separator: "; or ")
    case .object(let name): "[\(name)](#\(name.lowercased()))"
    case .named(let name): "object of [\(name)](#\(name.lowercased()))"
    case .rate: "number or \"n/d\", 0.1 to 1000 (frames a second)"
    case .exactSeconds: "number, above 0 to 1000000 (seconds)"
    case .anything: "any value of the key"
    }
  }
}
