import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// The most knobs that a preset may have.
  private static let maximumKnobs = 256

  /// The knobs as written, without any checks, for the canvas, which is read before the knobs, but whose formulas may name them.
  func writtenKnobs(_ node: JSONNode?) -> [Scope.KnobValue] {
    (node?.members ?? []).prefix(Self.maximumKnobs).compactMap { member in
      member.node["default"].map { Scope.KnobValue(name: member.key, node: $0) }
    }
  }

  /// Reads the knobs and puts all of them into the scope, so that later values can name them. Returns the knobs as users see them,
  /// without those whose keys or default could not be read.
  func knobs(_ node: JSONNode) -> [Knob] {
    guard let members = node.members else {
      report("should be an object of knobs, not \(node.messageText)", at: node)
      return []
    }
    guard members.count <= Self.maximumKnobs else {
      report("\(grouped(members.count)) knobs; at most \(Self.maximumKnobs) are allowed", at: node)
      return []
    }
    var knobs: [Knob] = []
    var values: [Scope.KnobValue] = []
    for member in members {
      inside(key: member.key) {
        if !Scope.isName(member.key) {
          report("a knob's name is letters, digits and _, beginning with a letter", at: member.keyOrigin)
        }
        if values.contains(where: { $0.name == member.key }) { report("written twice", at: member.keyOrigin) }
        let issueCountBefore = issueCount
        var draft = KnobDraft()
        readObject(member.node, Declarations.knob, into: &draft)
        guard issueCount == issueCountBefore, let value = draft.value,
          let knob = inside(key: "default", { knob(member.key, draft, value) })
        else {
          // The knob gets an invalid value in the scope, so that values that name the knob are not reported, too.
          values.append(
            Scope.KnobValue(name: member.key, node: JSONNode(.invalid, at: member.node.origin)))
          return
        }
        knobs.append(knob)
        if draft.follower != nil, knob.kind != .number {
          inside(key: "listen") { report("only numbers can follow a sound", at: member.node["listen"] ?? member.node) }
        }
        var knobValue = Scope.KnobValue(name: member.key, node: value)
        knobValue.extent = sources.extent(of: value)
        knobValue.keyOrigin = member.keyOrigin
        if draft.minimum != nil || draft.maximum != nil {
          knobValue.range = (draft.minimum ?? Limits.numbers.lowerBound)...(draft.maximum ?? Limits.numbers.upperBound)
        }
        if let follower = draft.follower { knobValue.follower = listening(follower, to: knobValue) }
        values.append(knobValue)
      }
    }
    scope.knobs = values
    return knobs
  }

  /// A knob whose default `value` has been checked against its other keys; nil after reporting that it cannot be the default.
  private func knob(_ name: String, _ draft: KnobDraft, _ value: JSONNode) -> Knob? {
    let kind: Knob.Kind
    switch value.value {
    case .number(let number, _):
      kind = .number
      let low = draft.minimum ?? Limits.numbers.lowerBound
      let high = draft.maximum ?? Limits.numbers.upperBound
      guard low <= high else {
        report("min \(plain(low)) is greater than max \(plain(high))", at: value)
        return nil
      }
      guard number >= low, number <= high else {
        report("\(plain(number)) is out of range: \(plain(low)) to \(plain(high)) is allowed", at: value)
        return nil
      }
    case .string(let text):
      kind = .text
      if !draft.choices.isEmpty, !draft.choices.contains(text) {
        report(
          "\(quoted(text)) is not one of \(listed(draft.choices)).\(Spelling.hint(text, among: draft.choices))",
          at: value)
        return nil
      }
      // What a user gives a knob is text, whatever it begins with; in a preset's file it is a formula in the wrong place.
      if text.utf8.first == UInt8(ascii: "="), value.origin.source < presetSourceCount {
        report("a knob's value cannot be an expression", at: value)
        return nil
      }
    case .bool: kind = .flag
    case .array: kind = .list
    default:
      report("a knob is a number, a text, true or false, or a list, not \(value.messageText)", at: value)
      return nil
    }
    if kind != .number, draft.minimum != nil || draft.maximum != nil {
      report("only numbers have min and max", at: value)
    }
    if kind != .text, !draft.choices.isEmpty { report("only texts have choices", at: value) }
    return Knob(
      name: name, kind: kind, value: String(decoding: JSONWriter.canonical(value), as: UTF8.self),
      minimum: draft.minimum, maximum: draft.maximum, choices: draft.choices, about: draft.about)
  }
}

extension JSONNode {
  /// The number that a knob's value, or an element of its list, stands for in a formula: 1 for true, 0 for false; nil for texts
  /// and lists.
  var numberInFormulas: Double? {
    switch value {
    case .number(let number, _): number
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }
}
