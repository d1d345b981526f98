import Colorimetry

/// A part of the reference that can be asked for by its name: `cell`, `cell.intensity`, `easings`.
package struct ReferenceTopic: Sendable {
  package let name: String
  /// One line on it, for the list of topics.
  package let about: String
  /// Builds the text; only a topic that is shown needs it.
  let text: @Sendable () -> PlainText

  /// The text in lines of at most `width` characters.
  package func lines(width: Int) -> [String] { text().lines(width: width) }
}

extension ReferenceTopic {
  /// Lists of the names that a preset may choose from, and what belongs to no single object.
  static let lists: [ReferenceTopic] = [
    animations, blends, bounds, colors, curves, easings, expressions, extending, fields, filters, forces, functions,
    points, shaders,
    sources, sprites, tasks, topics,
  ]

  /// The kinds of objects.
  static let objects: [ReferenceTopic] = Declarations.all.map { object in
    ReferenceTopic(name: object.name, about: object.about) { text(of: object) }
  }

  /// Names of all topics but the keys.
  package static var names: [String] { lists.map(\.name) + objects.map(\.name) }

  /// The message for a name that is no topic: what is spelt alike, and all topics.
  ///
  /// - Parameter others: names that may be asked for besides the topics, such as commands.
  package static func unknown(_ name: String, besides others: [String], width: Int) -> String {
    let near = [Spelling.nearest(to: name, among: others)].compactMap { $0 } + nearest(to: name)
    let hint = near.isEmpty ? "" : " Did you mean \(listed(near))?"
    let parts: [PlainText.Part] = [
      .heading("Lists"), .words(lists.map(\.name)), .heading("Kinds of objects"), .words(objects.map(\.name)),
    ]
    let message = "there is no help on \(quoted(name)).\(hint)"
    return ([message] + PlainText(parts: parts).lines(width: width)).joined(separator: "\n")
  }

  /// The topic of a name.
  ///
  /// A name is a list (`easings`), a kind of object (`cell`), a key of an object (`cell.intensity`), a key of an object that a
  /// key holds (`emitter.cells.intensity`), or a key alone (`intensity`), which is that of every object that has it. The letters'
  /// case is ignored where no topic is written exactly so.
  package static func named(_ name: String) -> ReferenceTopic? {
    let name = name.hasPrefix("$") ? "preset." + name : name
    return exact(name) { $0 == $1 } ?? exact(name.lowercased()) { $0 == $1.lowercased() }
  }

  /// Words for which people look, and the lists that answer them.
  private static let otherWords = [
    "animatable": "animations", "over life": "curves", "overlay": "tasks", "transparent": "tasks",
    "transparency": "tasks", "seamless": "tasks", "fade": "tasks", "glow": "tasks", "orbit": "tasks",
  ]

  /// The topics whose names are most like one that is unknown.
  package static func nearest(to name: String) -> [String] {
    let parts = name.split(separator: ".").map(String.init)
    if parts.count > 1, let object = Declarations.all.first(where: { $0.name == parts[0] }) {
      return Spelling.nearest(to: parts[1], among: object.keys.map(\.name)).map { ["\(object.name).\($0)"] } ?? []
    }
    let wanted = parts.last ?? name
    let candidates = [names, Declarations.all.flatMap { $0.keys.map(\.name) }]
    return candidates.compactMap { Spelling.nearest(to: wanted, among: $0) }.reduce(into: []) { found, name in
      if !found.contains(name) { found.append(name) }
    }
  }

  /// - Parameter isSame: compares what was asked for with a name.
  private static func exact(_ name: String, _ isSame: (String, String) -> Bool) -> ReferenceTopic? {
    if let topic = (lists + objects).first(where: { isSame(name, $0.name) }) { return topic }
    if let other = otherWords.first(where: { isSame(name, $0.key) })?.value,
      let topic = lists.first(where: { $0.name == other })
    {
      return topic
    }
    // A list is also found by the word for one of its elements, unless that is an object.
    if let topic = lists.first(where: { isSame(name + "s", $0.name) }) { return topic }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1 {
      let owners = Declarations.all.filter { object in object.keys.contains { isSame(name, $0.name) } }
      let keys = owners.compactMap { object in object.keys.first { isSame(name, $0.name) }.map { (object, $0) } }
      return keys.isEmpty ? nil : topic(ofEvery: keys, named: name)
    }
    guard var object = Declarations.all.first(where: { isSame(parts[0], $0.name) }) else { return nil }
    for (index, part) in parts.dropFirst().enumerated() {
      guard let key = object.keys.first(where: { isSame(part, $0.name) }) else { return nil }
      if index == parts.count - 2 { return topic(of: [(object, key)]) }
      let inner = key.value.objects.map(\.schema)
      let next = parts[index + 2]
      guard let holder = inner.first(where: { $0.keys.contains { isSame(next, $0.name) } }) else { return nil }
      object = holder
    }
    return nil
  }
}
