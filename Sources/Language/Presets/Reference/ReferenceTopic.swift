import Colorimetry
import JSON

/// A part of the reference that `motes help` prints by its name: `cell`, `cell.intensity`, `easings`.
package struct ReferenceTopic: Sendable {
  package let name: String
  /// One line for the list of topics.
  package let about: String
  /// Whether it only says what is known of the single words of a question.
  package var isVague = false
  /// Builds the text, which only a topic that is printed needs.
  let text: @Sendable () -> PlainText

  /// The text in lines of at most `width` characters.
  package func lines(width: Int) -> [String] { text().lines(width: width) }
}

extension ReferenceTopic {
  /// The topics that belong to no single kind of object, most of them lists of the names that a preset may choose from.
  static let lists: [ReferenceTopic] = [
    animations, blends, bounds, colors, curves, easings, expressions, extending, fields, filters, forces, functions,
    points, shaders,
    sources, sprites, tasks, topics,
  ]

  /// The topics of all kinds of objects.
  static let objects: [ReferenceTopic] = Declarations.all.map { object in
    ReferenceTopic(name: object.name, about: object.about) { text(of: object) }
  }

  /// Names of all topics except keys.
  package static var names: [String] { lists.map(\.name) + objects.map(\.name) }

  /// The message for a name that is no topic: similar names, and a list of all topics.
  ///
  /// - Parameters:
  ///   - others: names that are no topics but that `motes help` accepts, such as commands.
  ///   - width: the greatest length, in characters, of the list's lines.
  package static func unknownTopicMessage(_ name: String, otherNames others: [String], width: Int) -> String {
    let similarNames = [Spelling.nearest(to: name, among: others)].compactMap { $0 } + nearest(to: name)
    let hint = similarNames.isEmpty ? "" : " Did you mean \(listed(similarNames))?"
    let parts: [PlainText.Part] = [
      .heading("Lists"), .words(lists.map(\.name)), .heading("Kinds of objects"), .words(objects.map(\.name)),
    ]
    let message = "there is no help on \(quoted(name)).\(hint)"
    return ([message] + PlainText(parts: parts).lines(width: width)).joined(separator: "\n")
  }

  /// The topic with a name; nil if there is none.
  ///
  /// A name is that of a list (`easings`), a kind of object (`cell`), a key of an object (`cell.intensity`), a key of an object
  /// that a key holds (`emitter.cells.intensity`), or a key alone (`intensity`), which stands for the keys of this name in all
  /// objects. Case is ignored if no name matches exactly.
  package static func named(_ name: String) -> ReferenceTopic? {
    // `$schema` is a key of presets only.
    let name = name.hasPrefix("$") ? "preset." + name : name
    return find(name) { $0 == $1 } ?? find(name.lowercased()) { $0 == $1.lowercased() }
  }

  /// Words that are no names of topics, each with the name of the topic that answers it.
  private static let synonyms = [
    "animatable": "animations", "over life": "curves", "jobs": "tasks",
  ]

  /// Names of the topics that are most similar to an unknown name.
  package static func nearest(to name: String) -> [String] {
    let parts = name.split(separator: ".").map(String.init)
    if parts.count > 1, let object = Declarations.all.first(where: { $0.name == parts[0] }) {
      return Spelling.nearest(to: parts[1], among: object.keys.map(\.name)).map { ["\(object.name).\($0)"] } ?? []
    }
    let wanted = parts.last ?? name
    let candidates = [names, Declarations.all.flatMap { $0.keys.map(\.name) }]
    return candidates.compactMap { Spelling.nearest(to: wanted, among: $0) }.uniqued()
  }

  /// The topic with a name, which may be written in each of the ways that `named` lists.
  ///
  /// - Parameter isSame: compares the name, or a part of it, with the name of a topic or key.
  private static func find(_ name: String, _ isSame: (String, String) -> Bool) -> ReferenceTopic? {
    if let topic = (lists + objects).first(where: { isSame(name, $0.name) }) { return topic }
    if let topicName = synonyms.first(where: { isSame(name, $0.key) })?.value,
      let topic = lists.first(where: { $0.name == topicName })
    {
      return topic
    }
    // A list is also found by its singular (`easing`), unless that is a kind of object, which was found above.
    if let topic = lists.first(where: { isSame(name + "s", $0.name) }) { return topic }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1 {
      let kinds = Declarations.all.flatMap { object in
        object.kinds.filter { isSame(name, $0.name) }.map { (object, $0) }
      }
      let owners = Declarations.all.filter { object in object.keys.contains { isSame(name, $0.name) } }
      let keys = owners.compactMap { object in object.keys.first { isSame(name, $0.name) }.map { (object, $0) } }
      if !kinds.isEmpty { return topic(ofKinds: kinds, keys: keys, named: name) }
      return keys.isEmpty ? nil : topic(ofEvery: keys, named: name)
    }
    guard var object = Declarations.all.first(where: { isSame(parts[0], $0.name) }) else { return nil }
    if parts.count == 2, let kind = object.kinds.first(where: { isSame(parts[1], $0.name) }) {
      return topic(ofKind: kind, of: object)
    }
    for index in 1..<parts.count {
      guard let key = object.keys.first(where: { isSame(parts[index], $0.name) }) else { return nil }
      if index == parts.count - 1 { return topic(of: [(object, key)]) }
      let nextPart = parts[index + 1]
      let innerObjects = key.value.objects.map(\.schema)
      guard let holder = innerObjects.first(where: { $0.keys.contains { isSame(nextPart, $0.name) } }) else {
        return nil
      }
      object = holder
    }
    return nil
  }
}
