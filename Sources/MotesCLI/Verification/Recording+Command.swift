import Motes

extension Recording {
  /// The command `motes hash` that writes this file again, from the working directory, and keeps pictures.
  var commandKeepingPictures: String {
    var words = ["motes", "hash", presetName, "--size", "\(recipe.width)x\(recipe.height)"]
    words += ["--fps", "\(recipe.frameRate)", "--seed", "\(recipe.seed)", "--frames", recipe.frames.text]
    words += recipe.overrideTexts.flatMap { ["--set", $0] }
    if let duration = recipe.option("duration") { words += ["--duration", duration] }
    if recipe.option("loop") == "true" { words.append("--loop") }
    if let backdrop = recipe.option("backdrop") { words += ["--backdrop", backdrop] }
    if format != .rgb24 { words += ["--pixels", format.rawValue] }
    words += ["--keep-pictures", "--force", "-o", path]
    return words.map(ShellText.quoted).joined(separator: " ")
  }
}

/// Quotes words for command lines.
enum ShellText {
  /// The word in a form that a shell reads back as one word: unchanged if it has only harmless characters, otherwise in quotation marks.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "-_./:=,%+@".utf8.contains(byte)
      }
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
