/// Headings under which the reference and `motes help` tell the keys of a kind of object that has many, those that most presets use first.
package enum KeyGroup: String, Sendable, CaseIterable {
  case births = "Births and lives"
  case launch = "Speed and direction"
  case size = "Sprite and size"
  case color = "Colour and light"
  case motion = "Motion"
  case rotation = "Rotation"
  case forces = "Forces and borders"
  case children = "Children"
  case lines = "Trails and links"
  case identity = "Name and order"
}

extension ObjectSchema {
  /// The keys under their headings, in each group as they are declared; without headings where the keys have none.
  package var groupedKeys: [(heading: String?, keys: [KeySchema])] {
    let ungrouped = keys.filter { $0.group == nil }
    let groups = KeyGroup.allCases.map { group in (group.rawValue, keys.filter { $0.group == group }) }
    return (ungrouped.isEmpty ? [] : [(nil, ungrouped)]) + groups.filter { !$0.1.isEmpty }
  }
}

extension [Key<CellDraft>] {
  /// The keys under a heading.
  func under(_ group: KeyGroup) -> Self { map { key in key.changed { $0.group = group } } }
}
