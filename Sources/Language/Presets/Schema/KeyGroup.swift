/// Headings that divide the keys of a cell in the reference and in `motes help`. The first headings have the keys that most
/// presets use.
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
  /// The keys under their headings, each group in the order of declaration. Keys without a heading come first.
  package var groupedKeys: [(heading: String?, keys: [KeySchema])] {
    let ungrouped = keys.filter { $0.group == nil }
    let groups = KeyGroup.allCases.map { group in (group.rawValue, keys.filter { $0.group == group }) }
    return (ungrouped.isEmpty ? [] : [(nil, ungrouped)]) + groups.filter { !$0.1.isEmpty }
  }
}

extension [Key<CellDraft>] {
  /// The keys, put under a heading.
  func under(_ group: KeyGroup) -> Self { map { key in key.changed { $0.group = group } } }
}
