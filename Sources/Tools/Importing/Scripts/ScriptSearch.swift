import JavaScript
import Presets

/// Searches a script for calls of the libraries and for options that stand alone. Nothing is run.
struct ScriptSearch {
  let evaluator: ScriptEvaluator
  var script: Script { evaluator.script }
  private(set) var finds: [ScriptFind] = []
  /// Sentences about calls whose options are not in the file, without full stops.
  private(set) var missing: [String] = []
  /// The format that was asked for; nil for any.
  let format: ImportFormat?

  /// The most options and calls that are carried over.
  static let maximumFinds = 2000

  init(_ script: Script, format: ImportFormat?) {
    evaluator = ScriptEvaluator(script)
    self.format = format
  }

  mutating func run() throws(ScriptMistake) {
    if wants(.canvasConfetti) { try findConfetti() }
    try findCalls()
    try findLiterals()
  }

  private func wants(_ wanted: ImportFormat) -> Bool { format == nil || format == wanted }

  /// The size of the page that stands for `window.innerWidth` in options of a format: the canvas that its importer chooses.
  private func usePage(of format: ImportFormat) {
    evaluator.page = format == .canvasConfetti || format == .pixi ? (1280, 720) : (1920, 1080)
  }

  // MARK: canvas-confetti

  private mutating func findConfetti() throws(ScriptMistake) {
    usePage(of: .canvasConfetti)
    for name in script.confettiNames() {
      for place in script.occurrences(of: name) {
        guard let bracket = script.callBracket(after: place) else { continue }
        try addConfetti(place, bracket, name)
      }
    }
  }

  private mutating func addConfetti(_ place: Int, _ bracket: Int, _ name: String) throws(ScriptMistake) {
    for path in try evaluator.paths(to: place) where finds.count < Self.maximumFinds {
      let arguments = try evaluator.arguments(bracket, path.context)
      // tsParticles' own confetti has the name of an element before its options.
      let options = arguments.first?.text == nil ? arguments.first : arguments.dropFirst().first
      var value = options ?? ScriptValue.object([], at: place)
      if value.members == nil {
        if let options, options.isUnknown {
          evaluator.unknownSpreads.append((options.tokens, options.doubt ?? "it is not known"))
        } else if let options, options.elements != nil || options.text != nil || options.number != nil {
          continue  // another function of the same name
        }
        value = ScriptValue.object([], at: place)
      }
      if let other = ScriptShape.format(of: value), other != .canvasConfetti { continue }
      finds.append(ScriptFind(format: .canvasConfetti, title: "\(name)(…)", token: place, path: path, value: value))
    }
  }

  // MARK: Calls of the other libraries

  /// Names that are called with options of each format; `new Emitter(…)` is one too.
  private static let callees: [(name: String, format: ImportFormat)] = [
    ("particlesJS", .tsParticles), ("load", .tsParticles), ("loadJSON", .tsParticles), ("Emitter", .pixi),
    ("upgradeConfig", .pixi), ("init", .particlesInit),
  ]

  private mutating func findCalls() throws(ScriptMistake) {
    for (name, format) in Self.callees where wants(format) {
      usePage(of: format)
      for place in script.occurrences(of: name) {
        guard let bracket = script.callBracket(after: place), isLibrary(name, place) else { continue }
        let title = name == "load" || name == "init" ? "\(script.text(place - 2)).\(name)(…)" : "\(name)(…)"
        var isFound = false
        for path in try evaluator.paths(to: place).prefix(ScriptSources.maximumSources) {
          let arguments = try evaluator.arguments(bracket, path.context)
          let objects = arguments.flatMap { $0.elements ?? [$0["options"] ?? $0] }
          for value in objects where ScriptShape.format(of: value) == format {
            isFound = true
            guard finds.count < Self.maximumFinds, !isKnown(value) else { continue }
            finds.append(ScriptFind(format: format, title: title, token: place, path: path, value: value))
          }
          if !isFound { reportMissing(arguments, title, place) }
        }
      }
    }
  }

  /// Whether a call is one of the library, not of another thing with this name.
  private func isLibrary(_ name: String, _ place: Int) -> Bool {
    switch name {
    case "load", "loadJSON":
      script.isSign(place - 1, ".") && script.isWord(place - 2, "tsParticles", "particlesJS", "pJS")
    case "init": script.isSign(place - 1, ".") && script.isWord(place - 2, "Particles")
    default: true
    }
  }

  /// Whether the object of a literal has been found already.
  private func isKnown(_ value: ScriptValue) -> Bool {
    // A name that stands for an object has its own place; the object's first value tells which it is.
    func place(_ value: ScriptValue) -> Int { (value.members?.first?.value ?? value).tokens.lowerBound }
    return finds.contains { $0.format != .canvasConfetti && place($0.value) == place(value) }
  }

  private mutating func reportMissing(_ arguments: [ScriptValue], _ title: String, _ place: Int) {
    let texts = arguments.flatMap { [$0.text, $0["url"]?.text].compactMap { $0 } }
    if let file = texts.first(where: { $0.lowercased().contains(".json") }) {
      missing.append("line \(script.line(place)): the options of \(title) are in \(file); import that file")
    } else if let preset = arguments.lazy.compactMap({ ($0["options"] ?? $0)["preset"]?.text }).first {
      missing.append(
        "line \(script.line(place)): the options of \(title) are the bundled preset \"\(preset.prefix(40))\", whose numbers are in a package of tsParticles"
      )
    } else if let unknown = arguments.last(where: \.isUnknown) {
      missing.append(
        "line \(script.line(place)): the options of \(title) are not in this file (`\(script.excerpt(unknown.tokens))`)"
      )
    }
  }

  // MARK: Options that stand alone

  /// Finds object literals whose keys are those of options, as `export const options = { … }` and `options={{ … }}` have them.
  private mutating func findLiterals() throws(ScriptMistake) {
    let hasConfetti = finds.contains { $0.format == .canvasConfetti }
    var end = -1
    for brace in script.braces(withKeys: ScriptShape.markers) where brace >= end {
      guard finds.count < Self.maximumFinds, !evaluator.usedLiterals.contains(brace) else { continue }
      let spreadCount = evaluator.unknownSpreads.count
      let value: ScriptValue
      do {
        value = try evaluator.value(at: brace, ScriptContext.start).value
      } catch {
        // A block of statements is no literal; a literal that breaks off is a mistake of the file.
        if script.beginsLiteral(brace) { throw error }
        continue
      }
      guard let found = ScriptShape.format(of: value), wants(found), !(found == .canvasConfetti && hasConfetti) else {
        evaluator.unknownSpreads.removeSubrange(spreadCount...)
        continue
      }
      end = value.tokens.upperBound
      let title = script.holderName(of: brace).map { "`\($0)`" } ?? "an object"
      finds.append(
        ScriptFind(format: found, title: title, token: brace, path: ScriptPath(), value: value))
    }
  }
}
