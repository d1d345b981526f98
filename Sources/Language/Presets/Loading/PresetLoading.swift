import JSON
import Model

/// Turns a merged tree into a preset with its scene. The order of the steps matters: overrides change the tree; knobs and layers
/// need the canvas's size and duration; layers may name knobs; limits and loops are checked when the whole scene is known.
struct PresetLoading {
  private var reading: PresetReading
  private let settings: PresetSettings
  private let review: SceneReviewer?
  /// Issues of settings, which have no position in a text.
  private var settingIssues: [PresetError.Issue] = []

  /// - Parameter review: nil for scenes that are not drawn.
  init(reading: PresetReading, settings: PresetSettings, review: SceneReviewer?) {
    self.reading = reading
    self.settings = settings
    self.review = review
  }

  /// Decodes and checks a merged tree. Throws one error with everything that is wrong with the tree and the settings.
  ///
  /// - Parameters:
  ///   - tree: the merged tree; nil if nothing could be read.
  ///   - path: path or name of the preset, for `Preset.path`.
  mutating func load(_ tree: JSONNode?, path: String) throws(PresetError) -> Preset {
    guard let mergedTree = tree, reading.isComplete else { throw error(of: nil) }
    var root = mergedTree
    let presetSourceCount = settings.readsResolvedPreset ? 0 : reading.sources.all.count
    var overriding = Overriding()
    for override in settings.overrides { overriding.apply(override, to: &root, sources: &reading.sources) }
    if let name = settings.curvesName { setCurves(name, of: &root) }
    let decoder = PresetDecoder(sources: reading.sources)
    decoder.assetFinder = AssetFinder(reading: reading, settings: settings)
    decoder.likelyNames = reading.likelyNames
    decoder.presetSourceCount = presetSourceCount
    for problem in overriding.problems { decoder.report(problem.message, at: problem.origin) }

    var draft = PresetDraft()
    decoder.readObject(root, Declarations.preset, into: &draft)
    let canvas = canvas(draft, root, decoder)
    decoder.scope.width = canvas.widthPoints
    decoder.scope.height = canvas.heightPoints
    decoder.scope.duration = canvas.duration.double
    decoder.scope.seed = canvas.seed
    decoder.scope.encodesColors = canvas.blending == .srgb
    if let node = draft.curves { decoder.inside(key: "curves") { decoder.readSound(node, on: canvas) } }
    let knobs = draft.knobs.map { node in decoder.inside(key: "knobs") { decoder.knobs(node) } } ?? []
    if let node = draft.functions {
      decoder.inside(key: "functions") { decoder.readFunctions(node, before: draft.signals) }
    }
    if let node = draft.signals { decoder.inside(key: "signals") { decoder.readSignals(node) } }
    var scene = Scene(name: draft.name, about: draft.about, tags: draft.tags, canvas: canvas)
    let canvasHasShutter = draft.canvas?["shutter"] != nil
    if let node = draft.camera {
      let camera = decoder.inside(key: "camera") { decoder.camera(node, on: canvas) }
      scene.canvas.camera = camera
      if !canvasHasShutter { scene.canvas.shutter = camera.shutter }
    }
    if let node = draft.lights {
      scene.canvas.lights = decoder.inside(key: "lights") { decoder.lights(node, on: canvas) }
    }
    decoder.scope.camera = scene.canvas.camera ?? .standard(on: canvas)
    if let node = draft.layers {
      scene.layers = decoder.inside(key: "layers") { decoder.layers(node, parent: PathHash.root) }
    }
    if let node = draft.lights, decoder.issueCount == 0 {
      decoder.inside(key: "lights") { decoder.checkLayerLights(scene, node, draft.layers) }
    }
    if !scene.findFocusLayer(), let node = draft.camera {
      decoder.inside(key: "camera") { decoder.reportMissingFocusLayer(node, scene) }
    }
    if let node = draft.post {
      decoder.inside(key: "post") { decoder.readObject(node, Declarations.post, into: &scene.post) }
      // Exposure and tone mapping are for linear light; an srgb canvas holds encoded values.
      let post = scene.post
      if canvas.blending == .srgb,
        post.toneMap != .none || post.look != nil || post.gamut != .clip || post.exposure.constant != 0
      {
        decoder.inside(key: "post") {
          decoder.report("an srgb canvas holds encoded values: it has no exposure, toneMap, gamut or look", at: node)
        }
      }
      if post.toe > 0, post.withLook.toneMap != .neutral {
        decoder.inside(key: "post") {
          decoder.report("toe belongs to the toneMap neutral; this one is \(post.toneMap.rawValue)", at: node)
        }
      }
    }
    if let node = draft.curves { decoder.inside(key: "curves") { decoder.checkLoop(ofSound: node, on: canvas) } }
    guard decoder.issueCount == 0, reading.problems.isEmpty, settingIssues.isEmpty else { throw error(of: decoder) }

    let locator = SourceLocator(root)
    for problem in locator.unrepeated(scene.problemsBesidesLimits) { decoder.report(problem, locator) }
    let hasIssuesBesidesLimits = decoder.issueCount > 0
    let review = review?(scene, settings) ?? SceneReview(limitProblems: [], warnings: [])
    let limitProblems = review.limitProblems
    if !settings.ignoresLimits { for problem in limitProblems { decoder.report(problem, locator) } }
    guard decoder.issueCount == 0 else {
      explainDuration(of: scene)
      var error = error(of: decoder)
      error.concernsOnlyLimits = !hasIssuesBesidesLimits
      throw error
    }
    // Warnings about the whole scene are collected by a second decoder, as issues of its own, so that they do not count as issues
    // of the preset.
    let warningCollector = PresetDecoder(sources: reading.sources)
    if settings.ignoresLimits { for problem in limitProblems { warningCollector.report(problem, locator) } }
    let sceneWarnings = SceneWarnings.problems(of: scene, locator, hasOtherDuration: settings.duration != nil)
    for problem in locator.unrepeated(sceneWarnings + review.warnings) { warningCollector.report(problem, locator) }
    let assetPaths = decoder.assetFinder?.files ?? []
    let warnings = (decoder.warnings + KnobWarnings.problems(of: mergedTree) + warningCollector.issues).sorted {
      ($0.origin.source, $0.origin.offset) < ($1.origin.source, $1.origin.offset)
    }
    return Preset(
      path: path, scene: scene, knobs: knobs, warnings: warnings.prefix(PresetError.maximumListedIssues).map(issue),
      files: reading.files + overriding.files + assetPaths, assetPaths: assetPaths,
      assetPathsByName: decoder.assetFinder?.pathsByName ?? [:],
      resolvedJSON: JSONWriter.inOrder(root),
      soundWords: decoder.scope.soundUse.words, curvesPath: decoder.assetFinder?.curvesPath,
      ignoresLimits: settings.ignoresLimits)
  }

  /// Writes the name of the file of `PresetSettings.curves` into the tree, in place of the preset's own.
  private mutating func setCurves(_ name: String, of root: inout JSONNode) {
    guard var members = root.members else { return }
    let source = reading.sources.add("the sound \(shortened(name))", Array(name.utf8), hasLines: false)
    let node = JSONNode(.string(name), at: JSONNode.Position(source: source, offset: 0))
    members.removeAll { $0.key == Self.curvesKey }
    members.append(JSONNode.Member(key: Self.curvesKey, keyOrigin: node.origin, node: node))
    root = JSONNode(.object(members), at: root.origin)
  }

  /// The preset's key for the file of its sound.
  private static let curvesKey = "curves"

  // MARK: Canvas

  /// Reads the canvas of the preset and fits it to the settings. After reporting an issue it still returns a canvas, which only
  /// serves to find the issues of later sections.
  private mutating func canvas(_ draft: PresetDraft, _ root: JSONNode, _ decoder: PresetDecoder) -> Canvas {
    var canvasDraft = CanvasDraft()
    let issueCountBefore = decoder.issueCount
    if let node = draft.canvas {
      // The canvas's formulas may name knobs, which are checked only after the canvas has been read.
      decoder.scope.knobs = decoder.writtenKnobs(draft.knobs)
      decoder.inside(key: "canvas") { decoder.readObject(node, Declarations.canvas, into: &canvasDraft) }
      decoder.scope.knobs = []
    }
    let isValid = decoder.issueCount == issueCountBefore
    if let seed = settings.seed { canvasDraft.seed = seed }
    if let loops = settings.loops { canvasDraft.loops = loops }
    if let duration = settings.duration { canvasDraft.duration = duration }
    var (width, height) = CanvasFit.pixels(canvasDraft, settings.size)
    if isValid, let problem = CanvasFit.problem(width, height) {
      if settings.size != nil {
        settingIssues.append(.init(file: "--size", message: problem))
      } else {
        decoder.inside(key: "canvas") { decoder.report(problem, at: draft.canvas ?? root) }
      }
    }
    // A valid size replaces a refused one, so that later sections can report their own issues.
    if CanvasFit.problem(width, height) != nil { (width, height) = (1920, 1080) }
    var canvas = CanvasFit.canvas(canvasDraft, width: width, height: height)
    if let rate = settings.frameRate { canvas.frameRate = rate }
    guard isValid else { return canvas }
    let frames = canvas.duration * canvas.frameRate
    // Reports an issue of the duration where the duration is given: in the settings, or otherwise in the text.
    let isDurationOverridden = settings.duration != nil
    func reportDuration(_ message: String) {
      if isDurationOverridden {
        settingIssues.append(.init(file: "--duration", message: message))
        return
      }
      let origin = canvasDraft.durationOrigin ?? draft.canvas?.origin ?? root.origin
      decoder.inside(key: "canvas") { decoder.inside(key: "duration") { decoder.report(message, at: origin) } }
    }
    if frames > Rational(Int64(Limits.frames)) {
      reportDuration("\(grouped(Int(frames.ceiling))) frames; at most \(grouped(Limits.frames)) are allowed")
    } else if canvas.loops, let problem = CanvasFit.loopProblem(canvas.duration, canvas.frameRate) {
      reportDuration(problem)
    }
    return canvas
  }

  // MARK: Errors

  /// Adds an issue that says what another duration asks of a preset that loops, if values jump at the seam that it makes.
  private mutating func explainDuration(of scene: Scene) {
    guard let duration = settings.duration, settings.loops == nil, !LoopCheck.problems(of: scene).isEmpty else {
      return
    }
    settingIssues.append(
      .init(
        file: "--duration",
        message:
          "the preset loops, so this asks for a loop of \(ExactNumbers.text(duration)) s, at whose seam values jump. --frames 0-\(scene.canvas.frameCount - 1) draws as long a piece of the "
          + "preset's own loop; with --no-loop the end need not meet the start"))
  }

  /// An error with all issues: first those of settings, then those of texts by file and position. At most
  /// `PresetError.maximumListedIssues` are listed, and all are counted.
  private func error(of decoder: PresetDecoder?) -> PresetError {
    var located = reading.problems
    located += (decoder?.issues ?? []).map { ($0.origin, $0.keyPath, $0.message) }
    located.sort { ($0.origin.source, $0.origin.offset) < ($1.origin.source, $1.origin.offset) }
    let decodingIssueCount = decoder.map { $0.issueCount - $0.repetitionCount } ?? 0
    let count = reading.problems.count + decodingIssueCount + settingIssues.count
    let issues =
      settingIssues + located.prefix(max(0, PresetError.maximumListedIssues - settingIssues.count)).map(issue)
    var error = PresetError(issues: issues, count: count)
    error.files = reading.files + reading.missingFiles + (decoder?.assetFinder.map { $0.files + $0.missingFiles } ?? [])
    return error
  }

  /// An issue with the line and column of its position.
  private func issue(origin: JSONNode.Position, keyPath: String, message: String) -> PresetError.Issue {
    let source = reading.sources.all[Int(origin.source)]
    var issue = PresetError.Issue(file: source.name, keyPath: keyPath, message: message)
    if source.hasLines {
      (issue.line, issue.column) = reading.sources.lineAndColumn(of: origin)
    } else if PresetSettings.Override.options.contains(where: { source.name == "\($0) \(keyPath)" })
      || keyPath.hasSuffix(".default")
    {
      // The source is a value of `--set KEY`. The issue's file is then "--set KEY", so the key path would only repeat KEY: it is
      // KEY or, if KEY is a knob, knobs.KEY.default.
      issue.keyPath = ""
    }
    return issue
  }
}
