import JSON
import Model

/// One entry of a cell's `bursts` as written.
struct BurstDraft: Sendable {
  var time = 0.0
  var count = 0.0
  /// The events of the preset's sound at which the births happen; nil for births at `time`.
  var events: String?
  var every = 1
  var leastStrength = 0.0
  var secondsAhead = 0.0
  /// The births with the sound, once its events are known.
  var births: Cell.SoundBirths?

  /// Births at those of some events that are wanted.
  func births(at events: SoundEvents) -> Cell.SoundBirths {
    let strong = zip(events.times, events.strengths).filter { $0.1 >= leastStrength }.map(\.0)
    let times = strong.enumerated().filter { $0.offset % every == 0 }.map { $0.element - secondsAhead }
    return Cell.SoundBirths(times: times, count: count)
  }
}

extension Declarations {
  static let burst = Declaration<BurstDraft>(
    "burst", "Births at once: at a time, or with a sound at each of its beats or onsets.", BurstDraft(),
    [
      .number("time", \.time, .seconds, 0...1e6, "When the births happen, after the start of the emission.")
        .replaced(by: "at"),
      .number("count", \.count, .particles, 0...1e7, "How many births there are."),
      .optional(
        "at", \.events, .text,
        "Births at each of the sound's `beats`, or at its onsets: those of the `bass`, `mid` or `treble`, `all` of them, or those that a list of times calls so."
      ) { $0.plainText($1) },
      .whole("every", \.every, 1...1000, "Only every so many moments, the first among them.").effective(beside: "at"),
      .number("leastStrength", \.leastStrength, .share, 0...1, "Only moments that are at least as strong.")
        .effective(beside: "at"),
      .number("ahead", \.secondsAhead, .seconds, -60...60, "How much earlier than the moments; below 0 it is later.")
        .effective(beside: "at"),
    ])
}

extension PresetDecoder {
  /// Reads the bursts of a cell, each `[time, count]` or an object: those at times sorted by time, those at moments of the sound in their order.
  func readBursts(_ unresolved: JSONNode, into cell: inout Cell) {
    let drafts = list(unresolved, of: "bursts [time, count]") { element -> BurstDraft? in
      guard let pair = element.elements else { return burst(element) }
      guard pair.count == 2 else {
        report("a burst is [time, count]", at: element)
        return nil
      }
      guard let time = number(pair[0], NumberSchema(.seconds, 0...1e6)),
        let count = number(pair[1], NumberSchema(.particles, 0...1e7))
      else { return nil }
      return BurstDraft(time: time, count: count)
    }
    guard let drafts else { return }
    cell.bursts = drafts.filter { $0.events == nil }.map { Cell.Burst(time: $0.time, count: $0.count) }
      .sorted { $0.time < $1.time }
    cell.soundBirths = drafts.compactMap(\.births)
    if cell.soundBirths.reduce(0, { $0 + $1.times.count }) > Cell.SoundBirths.maximumMoments {
      report(
        "the sound has too many of these moments: a cell has births at \(grouped(Cell.SoundBirths.maximumMoments)) at most",
        at: unresolved)
    }
  }

  /// Reads a burst that is an object; nil after reporting an issue.
  private func burst(_ node: JSONNode) -> BurstDraft? {
    guard var draft: BurstDraft = object(node, Declarations.burst) else { return nil }
    guard let name = draft.events, let nameNode = node["at"] else { return draft }
    return inside(key: "at") {
      if cellNesting > 1 {
        report(
          "a cell within a cell is born with its parent, not with the sound: give the births to the parent",
          at: nameNode)
        return nil
      }
      do throws(SyntaxFailure) {
        draft.births = draft.births(at: try scope.soundEvents(named: name))
        return draft
      } catch {
        report(error.message, at: nameNode)
        return nil
      }
    }
  }
}
