import Colorimetry
import Foundation
import JSON
import Model
import Motes
import Presets

/// The text that a page works on, its file, and the preset that the text describes.
struct TuningDocument {
  private(set) var file: PresetFile
  /// The command's settings, whose overrides override the text.
  let settings: PresetSettings
  /// The command's other arguments that decide what is drawn.
  private let otherArguments: [String]
  /// The page's text.
  private(set) var text: [UInt8]
  /// The file's text when it was last read or saved.
  private(set) var savedText: [UInt8]
  /// Assignments that switch layers on or off, which override the text.
  private(set) var switches: [PresetSettings.Override] = []
  /// The sound that the preset follows; nil without one, or while its file cannot be read.
  var sound: TuningSound?
  /// Counts the readings of sounds.
  var soundReading = 0
  /// Sounds with changes that the text has named before, by their paths.
  var otherSounds: [String: TuningSound] = [:]
  /// Counts changes of the text, of the switches, of the sound, and of files that the preset is read from.
  private(set) var revision = 1
  /// Counts changes of the saved text.
  var savedRevision = 1
  /// The last description, while nothing has changed since.
  private var description: TuningReply.Description?
  /// The last description of a text without mistakes.
  private var lastGoodDescription: TuningReply.Description?
  /// The preset at the size that was drawn last, while nothing has changed since.
  private var presetAtFrameSize: (width: Int, height: Int, preset: Preset)?
  /// Files that were read for the preset, or looked for in vain.
  private(set) var watchedFiles: [String] = []
  /// Values of the saved file's knobs, as JSON.
  private var savedKnobs: [String: String] = [:]

  /// - Parameter otherArguments: the command's arguments, besides preset and overrides, that decide what is drawn.
  init(file: PresetFile, settings: PresetSettings, otherArguments: [String]) {
    self.file = file
    self.settings = settings
    self.otherArguments = otherArguments
    text = file.read() ?? []
    savedText = text
    readSavedKnobs()
  }

  // MARK: Changes

  mutating func replaceText(_ bytes: [UInt8]) {
    guard bytes != text else { return }
    text = bytes
    beginRevision()
  }

  mutating func replaceSwitches(_ overrides: [PresetSettings.Override]) {
    guard overrides != switches else { return }
    switches = overrides
    beginRevision()
  }

  /// Changes a knob's value in the text.
  ///
  /// - Returns: a sentence that says why the knob cannot be changed; nil if it was changed.
  mutating func setKnob(_ name: String, to value: String) -> String? {
    var reader = JSONReader(Array(value.utf8), source: 0)
    guard reader.read() != nil, reader.problems.isEmpty, value.utf8.count <= 100_000 else {
      return "The value of \(name) is not JSON."
    }
    // A value equal to the saved one is written as the file has it, so that the texts become equal again.
    let written = savedKnobs[name] == value ? TextPatch.knobValue(name, in: savedText) ?? value : value
    guard let patch = TextPatch.settingKnob(name, to: written, in: text) else {
      return "The text has mistakes, so \(name) cannot be changed in it. Fix them first."
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

  /// Reads the file again, after another program may have changed it. If the page has no unsaved changes, it takes over the
  /// file's text.
  ///
  /// - Returns: the file's text if both the file and the page have changed; otherwise nil.
  mutating func rereadFile() -> [UInt8]? {
    // Another file that the preset is read from may have changed, so this is a new revision even if the text stays the same.
    beginRevision()
    guard let now = file.read() else { return nil }
    guard now != savedText else { return nil }
    let pageHasChanges = text != savedText
    if !pageHasChanges || now == text {
      text = now
      noteSaved(now)
      return nil
    }
    return now
  }

  /// Replaces the text by the file's current text.
  mutating func reload() {
    guard let now = file.read() else { return }
    text = now
    noteSaved(now)
  }

  /// Opens a shipped preset's text, to be saved under another name.
  mutating func open(_ file: PresetFile) {
    self.file = file
    switches = []
    reload()
  }

  private mutating func noteSaved(_ bytes: [UInt8]) {
    savedText = bytes
    savedRevision += 1
    readSavedKnobs()
    beginRevision()
  }

  /// Begins a new revision and forgets what was derived from the one before.
  mutating func beginRevision() {
    revision += 1
    description = nil
    presetAtFrameSize = nil
  }

  private mutating func readSavedKnobs() {
    let preset = try? Preset.load(text: savedText, named: file.path, settings(withSavedSound: true))
    savedKnobs = [:]
    for knob in preset?.knobs ?? [] { savedKnobs[knob.name] = knob.value }
  }

  // MARK: Presets and descriptions

  /// Loads the preset of the page's text with the switches, or of the saved text without them.
  ///
  /// - Parameters:
  ///   - width: the width in pixels; nil for the preset's own size.
  ///   - height: the height in pixels; nil for the preset's own size.
  func preset(width: Int? = nil, height: Int? = nil, ofSavedText: Bool = false) throws(PresetError) -> Preset {
    var settings = settings(withSavedSound: ofSavedText)
    if let width, let height { settings.size = .pixels(width: width, height: height) }
    if !ofSavedText { settings.overrides += switches }
    return try Preset.load(text: ofSavedText ? savedText : text, named: file.path, settings)
  }

  /// The text's preset at the size of a frame, which is kept for the next frame of that size.
  mutating func presetOfFrame(width: Int, height: Int) throws(PresetError) -> Preset {
    if let presetAtFrameSize, presetAtFrameSize.width == width, presetAtFrameSize.height == height {
      return presetAtFrameSize.preset
    }
    let preset = try preset(width: width, height: height)
    presetAtFrameSize = (width, height, preset)
    return preset
  }

  /// A description to send with a frame. It is made from the preset at the frame's size, so that the preset is read only once.
  /// What depends on the preset's own size is taken from the last description.
  ///
  /// - Returns: nil if there is no description yet, or the text has mistakes.
  mutating func describeQuickly(width: Int, height: Int) -> TuningReply.Description? {
    guard var result = lastGoodDescription, let ownSize = result.canvas,
      let preset = try? presetOfFrame(width: width, height: height)
    else { return nil }
    var canvas = Self.canvas(preset.scene)
    (canvas.width, canvas.height) = (ownSize.width, ownSize.height)
    result.canvas = canvas
    fill(&result, from: preset)
    return result
  }

  /// The whole description of the preset.
  mutating func describe() -> TuningReply.Description {
    if let description { return description }
    var result = TuningReply.Description(
      revision: revision, isDrawable: false, issues: [], issueCount: 0, warnings: [], path: file.path,
      argument: file.argument, isShipped: file.isShipped, isChanged: text != savedText,
      needsSave: text != savedText, fixedOverrides: settings.overrides.map(\.assignment),
      otherArguments: otherArguments, soundIsChanged: sound?.isChanged ?? false, name: "", about: "",
      canvas: nil, knobs: [], layers: [])
    do throws(PresetError) {
      let preset = try preset()
      watchedFiles = preset.files
      adoptSound(of: preset)
      result.isDrawable = true
      result.canvas = Self.canvas(preset.scene)
      fill(&result, from: preset)
      result.layers = LayerTree(of: preset).layers
      lastGoodDescription = result
    } catch {
      // Files that were not found are watched too, since they may appear.
      watchedFiles = Array(Set(watchedFiles + error.files)).sorted()
      result.issues = error.issues.map(issue)
      result.issueCount = error.count
    }
    description = result
    return result
  }

  /// Fills in the parts of a description that do not depend on the preset's size.
  private func fill(_ result: inout TuningReply.Description, from preset: Preset) {
    (result.path, result.argument, result.isShipped) = (file.path, file.argument, file.isShipped)
    result.revision = revision
    result.isChanged = text != savedText
    result.soundIsChanged = sound?.isChanged ?? false
    result.name = preset.scene.name
    result.about = preset.scene.about
    result.warnings = preset.warnings.map(issue)
    result.knobs = preset.knobs.map(knob)
    result.needsSave = result.isChanged && !differsOnlyInKnobs(result.knobs)
  }

  /// Whether the text differs from the file's only in knobs' values.
  private func differsOnlyInKnobs(_ knobs: [TuningReply.Knob]) -> Bool {
    var patched = savedText
    for knob in knobs where knob.value != knob.savedValue {
      guard let value = TextPatch.knobValue(knob.name, in: text),
        let patch = TextPatch.settingKnob(knob.name, to: value, in: patched)
      else { return false }
      patched = patch.applied(to: patched)
    }
    return patched == text
  }

  /// An issue for the page, with its position if it is in the page's text.
  private func issue(_ issue: PresetError.Issue) -> TuningReply.Issue {
    let isInText = issue.file == file.path && issue.line != nil
    var text = issue.message
    if !issue.keyPath.isEmpty { text = "\(issue.keyPath): \(text)" }
    if !isInText { text = issue.description }
    return TuningReply.Issue(text: text, line: isInText ? issue.line : nil, column: isInText ? issue.column : nil)
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
