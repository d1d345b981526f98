import JSON

/// An option of the command, which `motes help` names beside the keys of the preset language.
package struct CommandOption: Sendable {
  /// The option without its dashes: `audio`.
  let name: String
  /// The option as it is written: `--audio <track>`.
  let usage: String
  let about: String
  /// The commands that have it.
  package var commands: [String]

  package init(name: String, usage: String, about: String, commands: [String]) {
    self.name = name
    self.usage = usage
    self.about = about
    self.commands = commands
  }

  /// The option as an entry of a list.
  var entry: (word: String, meaning: String) {
    (usage, "\(about)\n[motes \(listed(commands, conjunction: "and"))]")
  }
}

extension ReferenceTopic {
  /// The most options that an answer lists.
  private static let maximumOptionsFound = 6

  /// The answer to a question of one or more words: the topic of that name with what else is called so; otherwise the jobs and the options of
  /// the command that have to do with all its words, and what a search finds. Nil if nothing is found.
  package static func answer(to question: String, options: [CommandOption] = []) -> ReferenceTopic? {
    let parts = question.split(separator: " ").map(String.init)
    let words = HelpQuestion.words(of: question)
    let phrase = question.lowercased()
    var jobs = ReferenceTask.all.filter { $0.words.contains(phrase) }
    if let topic = namedTopic(parts, words) {
      // A topic says itself what it is; only jobs and options of just this name are added. A sentence asks for a job rather.
      let isSentence = parts.count > 1 && words.count == 1
      if isSentence { jobs = ReferenceTask.all.filter { $0.answers(words) } }
      let extra = entries(jobs, options.filter { $0.name == phrase })
      return ReferenceTopic(name: topic.name, about: topic.about) {
        PlainText(parts: isSentence ? extra + topic.text().parts : topic.text().parts + extra)
      }
    }
    if jobs.isEmpty { jobs = ReferenceTask.all.filter { $0.answers(words) } }
    var found = entries(jobs, matching(words, options, onlyByName: !jobs.isEmpty))
    if let searched = search(question) { found += searched.text().parts }
    let isVague = found.isEmpty
    if found.isEmpty, parts.count > 1 {
      // Nothing has to do with all the words: what is known of each?
      let known = words.filter { named($0) != nil || search($0) != nil || !matching([$0], options).isEmpty }
      let related = relatedJobs(words)
      if known.isEmpty, related.isEmpty { return nil }
      // A job that answers to all words but one is an answer.
      let isNear = related.first.map { task in words.count { task.answers([$0]) } >= max(2, words.count - 1) } ?? false
      found = isNear ? [] : [.paragraph("Nothing is known of \(quoted(question)) as a whole.")]
      found += entries(related, [])
      if !known.isEmpty { found += [.heading("On its words"), .words(known.map { "motes help \($0)" })] }
    }
    let answer = found
    if answer.isEmpty { return nil }
    var topic = ReferenceTopic(name: question, about: question) { PlainText(parts: answer) }
    topic.isVague = isVague
    return topic
  }

  /// The most jobs that are named where none has to do with all words.
  private static let maximumRelatedJobs = 4

  /// The jobs that have to do with the most of some words.
  private static func relatedJobs(_ words: [String]) -> [ReferenceTask] {
    let counted = ReferenceTask.all.enumerated().map { index, task in
      (task: task, index: index, count: words.count { task.answers([$0]) })
    }
    let best = counted.filter { $0.count > 0 }.sorted { ($1.count, $0.index) < ($0.count, $1.index) }
    return best.prefix(maximumRelatedJobs).map(\.task)
  }

  /// The topic that the words of a question name together: `cell intensity` is `cell.intensity`, `drop shadow` is `dropShadow`.
  private static func namedTopic(_ parts: [String], _ words: [String]) -> ReferenceTopic? {
    let names = [
      parts.joined(separator: "."), parts.joined(separator: " "), parts.joined(), words.count == 1 ? words[0] : "",
    ]
    return names.lazy.filter { !$0.isEmpty }.compactMap { named($0) }.first
  }

  /// The options whose names have all the words; without any, those that speak of them.
  ///
  /// - Parameter onlyByName: whether only names count, since jobs tell of the options that matter.
  private static func matching(
    _ words: [String], _ options: [CommandOption], onlyByName: Bool = false
  ) -> [CommandOption] {
    func have(_ text: String) -> Bool {
      let own = HelpQuestion.words(of: text)
      return !words.isEmpty && words.allSatisfy { word in own.contains { HelpQuestion.isSame(word, $0) } }
    }
    let byName = options.filter { have($0.name) }
    let found = byName.isEmpty && !onlyByName ? options.filter { have($0.about) } : byName
    return Array(found.prefix(maximumOptionsFound))
  }

  private static func entries(_ jobs: [ReferenceTask], _ options: [CommandOption]) -> [PlainText.Part] {
    var parts: [PlainText.Part] = []
    if !jobs.isEmpty { parts += [.heading("How it is done"), .list(jobs.map(\.entry))] }
    if !options.isEmpty { parts += [.heading("Options of the command"), .list(options.map(\.entry))] }
    return parts
  }
}
