import Colorimetry
import Foundation
import Model
import Motes
import Presets

/// The text that a page works on, and what it means.
struct TuningDocument {
  private(set) var file: PresetFile
  /// The settings of the command. Its overrides lie over the text.
  private let settings: PresetSettings
  /// The page's text.
  private(set) var text: [UInt8]
  /// What the file held when it was last read or saved.
  private(set) var savedText: [UInt8]
  /// Switches of the page, over the text.
  private(set) var switches: [PresetSettings.Override] = []
  /// Counts changes of what is drawn.
  private(set) var revision = 1
  /// Counts changes of the saved state.
  private(set) var savedRevision = 1
  /// The last description, while nothing has changed since.
  private var description: TuningReply.Description?
  /// What pages were told last of a text without mistakes.
  private var lastGood: TuningReply.Description?
  /// The preset at the size that was drawn last, while nothing has changed since.
  private var sized: (width: Int, height: Int, preset: Preset)?
  /// Files that were read or looked for.
  private(set) var watchedFiles: [String] = []
  /// Values of the saved file's knobs, as JSON.
  private var savedKnobs: [String: String] = [:]

  init(file: PresetFile, settings: PresetSettings) {
    self.file = file
    self.settings = settings
    text = file.read() ?? []
    savedText = text
    readSavedKnobs()
  }

  // MARK: Changes

  mutating func replaceText(_ bytes: [UInt8]) {
    guard bytes != text else { return }
    text = bytes
    change()
  }

  mutating func replaceSwitches(_ overrides: [PresetSettings.Override]) {
    guard overrides != switches else { return }
    switches = overrides
    change()
  }

  /// Gives a knob another value, in the text.
  ///
  /// - Returns: why that cannot be done; nil when it is done.
  mutating func setKnob(_ name: String, to value: String) -> String? {
    var reader = JSONReader(Array(value.utf8), source: 0)
    guard reader.read() != nil, reader.problems.isEmpty, value.utf8.count <= 100_000 else {
      return "The value of \(name) is no JSON."
    }
    // What is set back is written as the file has it, so that nothing differs.
    let written = savedKnobs[name] == value ? TextPatch.knobValue(name, in: savedText) ?? value : value
    guard let patch = TextPatch.settingKnob(name, to: written, in: text) else {
      return "The text has mistakes, so \(name) cannot be changed in it. Mend them first."
    }
    replaceText(patch.applied(to: text))
    return nil
  }

  /// Saves the text.
  mutating func save(name: String?, replaces: Bool) -> PresetFile.Outcome {
    let outcome = file.save(text, base: savedText, name: name, replaces: replaces)
    if case .saved(let file) = outcome {
      self.file = file
      noteSaved(text)
    }
    return outcome
  }

  /// Takes the file's state for the saved one. A page whose text was the saved one gets the new text.
  ///
  /// - Returns: the file's text if the page has changes of its own.
  mutating func fileHasChanged() -> [UInt8]? {
    change()
    guard let now = file.read() else { return nil }
    guard now != savedText else { return nil }
    let wasUnchanged = text == savedText
    if wasUnchanged || now == text {
      text = now
      noteSaved(now)
      return nil
    }
    return now
  }

  /// Takes the file as it is now in place of the text.
  mutating func reload() {
    guard let now = file.read() else { return }
    text = now
    noteSaved(now)
  }

  /// Takes the text of a shipped preset, to be saved under another name.
  mutating func open(_ file: PresetFile) {
    self.file = file
    switches = []
    reload()
  }

  private mutating func noteSaved(_ bytes: [UInt8]) {
    savedText = bytes
    savedRevision += 1
    readSavedKnobs()
    change()
  }

  private mutating func change() {
    revision += 1
    description = nil
    sized = nil
  }

  private mutating func readSavedKnobs() {
    let preset = try? Preset.load(text: savedText, named: file.path, settings)
    savedKnobs = [:]
    for knob in preset?.knobs ?? [] { savedKnobs[knob.name] = knob.value }
  }

  // MARK: Meaning

  /// The preset at a size; of the text with the switches over it, or of the saved file.
  func preset(width: Int? = nil, height: Int? = nil, saved: Bool = false) throws(PresetError) -> Preset {
    var settings = settings
    if let width, let height { settings.size = .pixels(width: width, height: height) }
    if !saved { settings.overrides += switches }
    return try Preset.load(text: saved ? savedText : text, named: file.path, settings)
  }

  /// The preset of the text at the size of a frame.
  mutating func presetOfFrame(width: Int, height: Int) throws(PresetError) -> Preset {
    if let sized, sized.width == width, sized.height == height { return sized.preset }
    let preset = try preset(width: width, height: height)
    sized = (width, height, preset)
    return preset
  }

  /// What pages are told beside a frame, without reading the preset twice: what the preset at the frame's size says; all that depends on
  /// its own size as it was told last.
  ///
  /// - Returns: nil where nothing was told yet, or the text has mistakes.
  mutating func describeQuickly(width: Int, height: Int) -> TuningReply.Description? {
    guard var result = lastGood, let ownSize = result.canvas,
      let preset = try? presetOfFrame(width: width, height: height)
    else { return nil }
    var canvas = Self.canvas(preset.scene)
    (canvas.width, canvas.height) = (ownSize.width, ownSize.height)
    result.canvas = canvas
    describe(preset, in: &result)
    return result
  }

  /// What pages are told of the preset.
  mutating func describe() -> TuningReply.Description {
    if let description { return description }
    var result = TuningReply.Description(
      revision: revision, isDrawable: false, issues: [], issueCount: 0, warnings: [], path: file.path,
      argument: file.argument, isShipped: file.isShipped, isChanged: text != savedText,
      needsSave: text != savedText, fixedOverrides: settings.overrides.map(\.assignment), name: "", about: "",
      canvas: nil, knobs: [], layers: [])
    do throws(PresetError) {
      let preset = try preset()
      watchedFiles = preset.files
      result.isDrawable = true
      result.canvas = Self.canvas(preset.scene)
      describe(preset, in: &result)
      result.layers = LayerTree(of: preset).layers
      lastGood = result
    } catch {
      // A file that was looked for in vain may yet come.
      watchedFiles = Array(Set(watchedFiles + error.files)).sorted()
      result.issues = error.issues.map(issue)
      result.issueCount = error.count
    }
    description = result
    return result
  }

  /// What is told of a preset at any size.
  private func describe(_ preset: Preset, in result: inout TuningReply.Description) {
    (result.path, result.argument, result.isShipped) = (file.path, file.argument, file.isShipped)
    result.revision = revision
    result.isChanged = text != savedText
    result.name = preset.scene.name
    result.about = preset.scene.about
    result.warnings = preset.warnings.map(issue)
    result.knobs = preset.knobs.map(knob)
    result.needsSave = result.isChanged && !differsInKnobsAlone(result.knobs)
  }

  /// Whether the text is the file's with other values of knobs.
  private func differsInKnobsAlone(_ knobs: [TuningReply.Knob]) -> Bool {
    var patched = savedText
    for knob in knobs where knob.value != knob.savedValue {
      guard let value = TextPatch.knobValue(knob.name, in: text),
        let patch = TextPatch.settingKnob(knob.name, to: value, in: patched)
      else { return false }
      patched = patch.applied(to: patched)
    }
    return patched == text
  }

  /// An issue, with its position if that lies in the page's text.
  private func issue(_ issue: PresetError.Issue) -> TuningReply.Issue {
    let isOwn = issue.file == file.path && issue.line != nil
    var text = issue.message
    if !issue.keyPath.isEmpty { text = "\(issue.keyPath): \(text)" }
    if !isOwn { text = issue.description }
    return TuningReply.Issue(text: text, line: isOwn ? issue.line : nil, column: isOwn ? issue.column : nil)
  }

  private static func canvas(_ scene: Scene) -> TuningReply.Canvas {
    let canvas = scene.canvas
    return TuningReply.Canvas(
      width: canvas.widthPixels, height: canvas.heightPixels, rate: "\(canvas.frameRate)",
      framesPerSecond: canvas.frameRate.double, frames: canvas.frameCount, seconds: canvas.duration.double,
      loops: canvas.loops, seed: "\(canvas.seed)", hasBackdrops: scene.hasBackdrops)
  }

  private func knob(_ knob: Knob) -> TuningReply.Knob {
    TuningReply.Knob(
      name: knob.name, kind: Self.kind(of: knob), value: knob.value, savedValue: savedKnobs[knob.name],
      minimum: knob.minimum, maximum: knob.maximum, choices: knob.choices, about: knob.about,
      isFixed: settings.overrides.contains { $0.key == knob.name || $0.key.hasPrefix(knob.name + "[") })
  }

  /// The kind of a knob's control: its type, and whether it holds colours.
  private static func kind(of knob: Knob) -> String {
    var reader = JSONReader(Array(knob.value.utf8), source: 0)
    let node = reader.read()
    if let text = node?.string, knob.choices.isEmpty, LinearColor(css: text) != nil { return "color" }
    if let elements = node?.elements, !elements.isEmpty,
      elements.allSatisfy({ $0.string.map { LinearColor(css: $0) != nil } ?? false })
    {
      return "colors"
    }
    return knob.kind.rawValue
  }
}
