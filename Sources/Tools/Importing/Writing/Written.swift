/// A value of a preset that is being written: JSON whose objects keep the order of their keys.
package enum Written: Sendable {
  case number(Double)
  case text(String)
  case flag(Bool)
  case list([Written])
  case object(WrittenObject)
}

/// An object of a preset that is being written.
package struct WrittenObject: Sendable, ExpressibleByDictionaryLiteral {
  private(set) var members: [(key: String, value: Written)] = []

  init() {}

  package init(dictionaryLiteral elements: (String, Written)...) {
    members = elements.map { (key: $0.0, value: $0.1) }
  }

  var isEmpty: Bool { members.isEmpty }

  /// The value of a key. Setting a new key appends it; setting nil removes the key.
  subscript(key: String) -> Written? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Copies all members of `other` into this object: they replace members with the same keys, and new keys are appended.
  mutating func add(_ other: WrittenObject) {
    for member in other.members { self[member.key] = member.value }
  }
}

extension Written: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(arrayLiteral elements: Written...) { self = .list(elements) }
}
