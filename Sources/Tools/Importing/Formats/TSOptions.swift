import JSON
import Presets

/// Options of tsParticles as objects that are laid over one another, such as those of an emitter's particles over those of all particles. A
/// key's value is that of the uppermost object that has the key, as the library merges options.
struct TSOptions {
  /// The objects, uppermost first; empty if there are no options.
  let overlaidObjects: [SourceObject]

  init(_ overlaidObjects: [SourceObject]) { self.overlaidObjects = overlaidObjects }

  /// The value that a closure reads from the uppermost object that has one.
  private func first<Value>(_ read: (SourceObject) -> Value?) -> Value? {
    var found: Value?
    // Every object is read, so that overridden keys are marked as carried over too.
    for object in overlaidObjects { if let value = read(object), found == nil { found = value } }
    return found
  }

  func number(_ keys: String..., in range: ClosedRange<Double> = -1e6...1e6) -> Double? {
    first { $0.number(keys, in: range) }
  }

  func flag(_ key: String) -> Bool? { first { $0.flag(key) } }
  func text(_ key: String) -> String? { first { $0.text(key) } }

  /// The options inside a key's objects in all overlaid objects; empty if none has one.
  func object(_ keys: String...) -> TSOptions {
    TSOptions(overlaidObjects.flatMap { overlaid in keys.compactMap { overlaid.object($0) } })
  }

  var isEmpty: Bool { overlaidObjects.isEmpty }

  /// A value that is a number, {"min", "max"}, {"value": …}, or, in older files, {"value", "random": true | {"enable", "minimumValue"}}.
  func span(_ keys: String..., in range: ClosedRange<Double> = -1e6...1e6) -> Span? {
    first { overlaid in
      for key in keys {
        guard let (node, path) = overlaid.find(key) else { continue }
        guard node.members != nil else { return overlaid.span(node, path, in: range) }
        let object = SourceObject(node, path: path, overlaid.reading)
        if object.has("min", "max") { return object.span(node, path, in: range) }
        guard let value = object.find("value") else { continue }
        guard let span = object.span(value.node, value.path, in: range) else { continue }
        return TSOptions.randomized(span, object)
      }
      return nil
    }
  }

  /// Applies the key "random" of versions before 2: a value between a minimum, which is 0 by default, and the given one.
  private static func randomized(_ span: Span, _ object: SourceObject) -> Span {
    let random = object.object("random")
    if random?.flag("enable") == false {
      random?.reportLeftOut(["minimumValue"], .meaningless, "the value is not random")
    }
    let isRandom =
      random.map { $0.flag("enable") ?? true }
      ?? (object.find("random").map { _ in object.flag("random") ?? false } ?? false)
    guard isRandom, span.width == 0 else { return span }
    let minimum = random?.number("minimumValue") ?? 0
    return Span(min(minimum, span.high), span.high)
  }

  /// The value and path of a key, and the object that has it.
  func find(_ keys: String...) -> (node: JSONNode, path: String, owner: SourceObject)? {
    first { overlaid in overlaid.find(keys).map { ($0.node, $0.path, overlaid) } }
  }

  func reportLeftOut(_ keys: [String], _ kind: ImportReport.Kind, _ reason: String) {
    for overlaid in overlaidObjects { overlaid.reportLeftOut(keys, kind, reason) }
  }

  /// Adds lines about objects with a key "enable": an enabled one is unsupported, any other meaningless.
  func reportLeftOutIfEnabled(_ keys: [String], _ reason: String) {
    for overlaid in overlaidObjects {
      for key in keys {
        guard let object = overlaid.object(key) else { continue }
        let isOn = object.flag("enable") == true
        overlaid.reportLeftOut([key], isOn ? .unsupported : .meaningless, isOn ? reason : "it is not enabled")
      }
    }
  }

  func reportApproximated(_ key: String, _ reason: String) {
    for overlaid in overlaidObjects { overlaid.reportApproximated(key, reason) }
  }
}
