import Motes
import MotesTuning

extension Recording {
  /// The command `motes hash` that writes this file again, from the working directory, and keeps pictures.
  var commandKeepingPictures: String {
    var words = ["motes", "hash", presetName, "--size", "\(recipe.width)x\(recipe.height)"]
    words += ["--fps", "\(recipe.frameRate)", "--seed", "\(recipe.seed)", "--frames", recipe.frames.text]
    words += recipe.overrideTexts.flatMap { ["--set", $0] }
    if let curves = curvesPath { words += ["--curves", curves] }
    if let duration = recipe.option("duration") { words += ["--duration", duration] }
    if let loop = recipe.option("loop") { words.append(loop == "true" ? "--loop" : "--no-loop") }
    if let backdrop = recipe.option("backdrop") { words += ["--backdrop", backdrop] }
    if format != .rgb24 { words += ["--pixels", format.rawValue] }
    words += ["--keep-pictures", "--force", "-o", path]
    return words.map(ShellText.quoted).joined(separator: " ")
  }
}
