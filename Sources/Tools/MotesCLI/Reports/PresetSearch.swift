import Colorimetry
import JSON
import Motes

/// Which presets are wanted: those that have all words in their name, sentence or tags, where words may begin with them, and a tag. Upper and
/// lower case are the same.
struct PresetSearch {
  var words: [String] = []
  var tag: String?

  func finds(_ entry: PresetLibrary.Entry) -> Bool {
    let tags = entry.tags.map { $0.lowercased() }
    if let tag, !tags.contains(tag.lowercased()) { return false }
    let text = "\n" + ([entry.name, entry.about] + entry.tags).joined(separator: "\n").lowercased()
    return words.allSatisfy { word in
      // "rain" is in rain-window and rainy, but not in train.
      text.ranges(of: word.lowercased()).contains { range in
        !text[text.index(before: range.lowerBound)].isLetter
      }
    }
  }

  /// The mistake of a search that finds none of the presets.
  func nothingFound(among all: [PresetLibrary.Entry]) -> UsageError {
    let tags = Array(Set(all.flatMap(\.tags))).sorted()
    guard let tag, !tags.contains(tag) else {
      let named = words.map(quoted).joined(separator: " and ")
      if let tag {
        return UsageError("no preset with the tag \(tag) has \(named) in its name, its sentence or its tags.")
      }
      let hint = words.count == 1 ? Spelling.hint(words[0], among: all.map(\.name) + tags) : ""
      return UsageError("no preset has \(named) in its name, its sentence or its tags.\(hint)")
    }
    let hint = Spelling.hint(tag, among: tags)
    return UsageError(
      "--tag \(tag): no preset has this tag.\(hint.isEmpty ? " Tags are \(listed(tags, conjunction: "and"))." : hint)")
  }
}
