import Lanes
import Scenes

/// A value that moves, before anybody knows what kind of value it is.
enum Motion {
  case keys([Key])
  case tween(TweenDraft)

  struct Key {
    var index: Int
    var time: Double
    var value: JSONNode
    var easing: Easing
  }
}

/// The keys of `{"from", "to", …}`.
struct TweenDraft: Sendable {
  var from: JSONNode?
  var to: JSONNode?
  var duration: Double?
  var easing: Easing?
  var spring: Spring?
  var repeats: Double = 1
  var autoreverses = false
  var delay: Double = 0

  func tween(from: Double, to: Double) -> NumberTween {
    let motion: NumberTween.Motion = spring.map { .spring($0) } ?? .easing(easing ?? .linear)
    return NumberTween(
      from: from, to: to, duration: duration ?? 1, motion: motion, repeatCount: repeats, autoreverses: autoreverses,
      delay: delay)
  }
}

struct KeysDraft: Sendable {
  var keys: JSONNode?
}

extension Decoder {
  /// Reads an object that moves a value; the values themselves are left to the caller.
  func motion(_ node: JSONNode) -> Motion? {
    guard let members = node.members else { return nil }
    if members.contains(where: { $0.key == "keys" }) {
      var draft = KeysDraft()
      readObject(node, Declarations.keyframes, into: &draft)
      return draft.keys.flatMap { list in inside(key: "keys") { keyList(list) } }
    }
    guard members.contains(where: { $0.key == "from" || $0.key == "to" }) else {
      report("an object that moves a value needs keys, or from and to", at: node)
      return nil
    }
    let before = issueCount
    var draft = TweenDraft()
    readObject(node, Declarations.tween, into: &draft)
    if draft.duration == nil, draft.spring == nil, issueCount == before {
      report("needs the key duration", at: node)
    }
    if draft.spring != nil, draft.easing != nil { report("ease and spring exclude each other", at: node) }
    return issueCount == before ? .tween(draft) : nil
  }

  private func keyList(_ node: JSONNode) -> Motion? {
    guard let list = elements(node, of: "keys [time, value]") else { return nil }
    guard !list.isEmpty else {
      report("needs at least one key", at: node)
      return nil
    }
    let before = issueCount
    var keys: [Motion.Key] = []
    for (index, element) in list.enumerated() {
      inside(index: index) {
        guard case .array(let parts) = element.value, parts.count == 2 || parts.count == 3 else {
          report("a key is [time, value] or [time, value, ease]", at: element)
          return
        }
        guard let time = number(parts[0], NumberRule(.seconds)) else { return }
        if let last = keys.last, time < last.time {
          report("its time \(plain(time)) lies before that of the key before it, \(plain(last.time))", at: parts[0])
        }
        let easing = parts.count == 3 ? easing(parts[2]) : .linear
        if let easing { keys.append(Motion.Key(index: index, time: time, value: parts[1], easing: easing)) }
      }
    }
    return issueCount == before ? .keys(keys) : nil
  }

  static let easingNames = [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "easeIn", "easeOut", "easeInOut", "hold", "step-start",
    "step-end",
  ]

  /// A name, `cubic-bezier(x1, y1, x2, y2)`, `[x1, y1, x2, y2]` or `steps(n, jump-end)`.
  func easing(_ unresolved: JSONNode) -> Easing? {
    guard let node = resolved(unresolved) else { return nil }
    if case .array(let parts) = node.value {
      guard parts.count == 4 else {
        report("a curve has four numbers [x1, y1, x2, y2], not \(parts.count)", at: node)
        return nil
      }
      let numbers = parts.enumerated().compactMap { index, part in
        inside(index: index) { number(part, NumberRule(.none, index % 2 == 0 ? 0...1 : -100...100)) }
      }
      guard numbers.count == 4 else { return nil }
      return .cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    }
    guard case .string(let text) = node.value else {
      report("should be a timing curve such as \"ease-out\", not \(node.kind)", at: node)
      return nil
    }
    if text.utf8.count <= 2_000, let curve = Easing(css: text) { return curve }
    let names = Decoder.easingNames
    report(
      "\(quoted(text)) is no timing curve.\(Spelling.hint(text, among: names))", at: node)
    return nil
  }
}
