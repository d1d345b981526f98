@preconcurrency import Dispatch
import Encoding
import Foundation
import Motes
import Presets
import Synchronization

/// What one open page works on. Requests are done one after the other, on a queue of the page's own.
final class TuningSession: Sendable {
  /// What only the queue's work touches.
  private struct State {
    var document: TuningDocument
    var painter: FramePainter
    var answer: @Sendable (TuningAnswer) -> Void = { _ in }
    /// Revision that the page was told of; and whether all of it, or only what is known beside a frame.
    var toldRevision = 0
    var owesDetails = false
    var hasEnded = false
    /// The movie that is being rendered.
    var movie: MovieWork?
  }

  private let state: Mutex<State>
  private let settings: PresetSettings
  private let clock: @Sendable () -> Double
  private let queue = DispatchQueue(label: "motes.tuning")
  /// Number of the last request that came, and how many wait.
  private let waiting = Mutex<(newest: Int, count: Int)>((0, 0))
  private let watched = Mutex<[String]>([])
  private let endHandler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Most requests that wait. A page sends the next one when the last one was answered.
  private static let maximumWaiting = 64

  init(file: PresetFile, settings: PresetSettings, threads: Int?, clock: @escaping @Sendable () -> Double) {
    self.settings = settings
    self.clock = clock
    state = Mutex(
      State(
        document: TuningDocument(file: file, settings: settings), painter: FramePainter(threads: threads, clock: clock))
    )
  }

  /// Called once, when the page has gone.
  var onEnd: (@Sendable () -> Void)? {
    get { endHandler.withLock(\.self) }
    set { endHandler.withLock { $0 = newValue } }
  }

  /// Files that the preset is read from.
  var watchedFiles: [String] { watched.withLock(\.self) }

  /// Begins to talk: the page gets the preset at once.
  func begin(_ answer: @escaping @Sendable (TuningAnswer) -> Void) {
    work { state in
      state.answer = answer
      var reply = TuningReply()
      reply.text = Self.string(state.document.text)
      self.describe(&state, in: &reply, always: true)
      answer(TuningAnswer(reply))
    }
  }

  func end() {
    let handler = endHandler.withLock { handler in
      defer { handler = nil }
      return handler
    }
    handler?()
    work { state in
      state.hasEnded = true
      state.movie?.cancel()
      state.answer = { _ in }
    }
  }

  /// Takes a message of the page.
  func receive(_ message: Data) {
    let request: TuningRequest
    do {
      request = try JSONDecoder().decode(TuningRequest.self, from: message)
    } catch {
      return refuse("This message is no request of the tuning page.")
    }
    let isTooMuch = waiting.withLock { waiting in
      guard waiting.count < Self.maximumWaiting else { return true }
      waiting = (request.id, waiting.count + 1)
      return false
    }
    if isTooMuch { return refuse("Too many requests wait for an answer.", id: request.id) }
    let arrival = clock()
    work { state in
      self.answer(request, &state, since: arrival)
      self.waiting.withLock { $0.count -= 1 }
    }
  }

  /// Looks at the files again, as somebody has changed one.
  func filesHaveChanged() {
    work { state in
      guard !state.hasEnded else { return }
      let before = state.document.text
      var reply = TuningReply()
      if let theirs = state.document.fileHasChanged() {
        reply.conflict = true
        reply.theirs = Self.string(theirs)
      }
      if state.document.text != before { reply.text = Self.string(state.document.text) }
      self.describe(&state, in: &reply, always: true)
      state.answer(TuningAnswer(reply))
    }
  }

  // MARK: Requests

  private func work(_ body: @escaping @Sendable (inout State) -> Void) {
    queue.async { self.state.withLock { body(&$0) } }
  }

  private func refuse(_ sentence: String, id: Int? = nil) {
    var reply = TuningReply()
    reply.id = id
    reply.problem = sentence
    let answer = TuningAnswer(reply)
    work { $0.answer(answer) }
  }

  private func answer(_ request: TuningRequest, _ state: inout State, since arrival: Double) {
    guard !state.hasEnded else { return }
    var reply = TuningReply()
    reply.id = request.id
    if request.onlyDraws, waiting.withLock({ $0.newest }) != request.id {
      reply.skipped = true
      return state.answer(TuningAnswer(reply))
    }
    do throws(Refusal) {
      try change(request, &state, &reply)
    } catch {
      reply.problem = error.sentence
    }
    if !describeQuickly(request, &state, in: &reply) {
      describe(&state, in: &reply, always: false)
      if let frame = request.frame, frame.saved != true, reply.document?.isDrawable == false {
        reply.skipped = true
        return state.answer(TuningAnswer(reply))
      }
    }
    if let kind = request.picture, reply.problem == nil { return sendPicture(kind, request, &state, reply) }
    guard let frame = request.frame, reply.problem == nil else { return state.answer(TuningAnswer(reply)) }
    do {
      let painting = try paint(frame, &state)
      reply.frame = painting.picture
      reply.milliseconds = (clock() - arrival) * 1e3
      state.answer(TuningAnswer(reply, pixels: painting.pixels))
    } catch let error where error is PresetError && frame.saved != true {
      // The page was told of the mistakes with the text that has them, or is told now.
      reply.skipped = true
      describe(&state, in: &reply, always: true)
      state.answer(TuningAnswer(reply))
    } catch {
      reply.problem = "\(error)"
      state.answer(TuningAnswer(reply))
    }
  }

  /// Why a request cannot be done.
  private struct Refusal: Error, CustomStringConvertible {
    let sentence: String

    var description: String { sentence }
  }

  private func change(
    _ request: TuningRequest, _ state: inout State, _ reply: inout TuningReply
  ) throws(Refusal) {
    if let text = request.text { state.document.replaceText(Array(text.utf8)) }
    for knob in request.knobs ?? [] {
      if let sentence = state.document.setKnob(knob.name, to: knob.value) { throw Refusal(sentence: sentence) }
      reply.text = Self.string(state.document.text)
    }
    if let overrides = request.overrides {
      let switches = overrides.compactMap { PresetSettings.Override($0) }
      guard switches.count == overrides.count, switches.count <= 1_000 else {
        throw Refusal(sentence: "The switches of layers should be assignments such as layers.sky.enabled=false.")
      }
      state.document.replaceSwitches(switches)
    }
    if let save = request.save { try self.save(save, &state, &reply) }
    if request.reload == true {
      state.document.reload()
      reply.text = Self.string(state.document.text)
    }
    if let name = request.open {
      let library = PresetLibrary(folders: settings.folders)
      guard library.path(of: name) != nil, let file = try? PresetFile(name, settings), file.isShipped else {
        throw Refusal(sentence: "\(name.prefix(100)): there is no shipped preset of this name.")
      }
      state.document.open(file)
      reply.text = Self.string(state.document.text)
    }
    if request.list == true {
      reply.presets = PresetLibrary(folders: settings.folders).list().map {
        TuningReply.Listed(name: $0.name, about: $0.about, tags: $0.tags)
      }
    }
    if request.schema == true { reply.schema = JSONSchema.json() }
    if request.cancel == true { state.movie?.cancel() }
    if let movie = request.movie { try render(movie, &state) }
  }

  private func save(
    _ save: TuningRequest.Save, _ state: inout State, _ reply: inout TuningReply
  ) throws(Refusal) {
    switch state.document.save(name: save.name, replaces: save.replaces ?? false) {
    case .saved(let file): reply.saved = file.path
    case .changedMeanwhile(let theirs):
      reply.conflict = true
      reply.theirs = Self.string(theirs)
    case .refused(let sentence): throw Refusal(sentence: sentence)
    }
  }

  // MARK: Files

  /// Begins to render a movie into the preset's folder.
  private func render(_ movie: TuningRequest.Movie, _ state: inout State) throws(Refusal) {
    guard state.movie == nil else {
      throw Refusal(sentence: "A movie is being rendered. Wait for its end, or cancel it.")
    }
    guard PresetFile.isPlainName(movie.name) else {
      throw Refusal(
        sentence: "\(movie.name.prefix(100)): a file's name in the preset's folder was expected, such as a.mp4.")
    }
    let path = state.document.file.folder + movie.name
    let preset: Preset
    do throws(PresetError) {
      preset = try state.document.preset()
    } catch {
      throw Refusal(sentence: "\(error)")
    }
    guard !preset.files.contains(where: { resolvedPath($0) == resolvedPath(path) && resolvedPath(path) != nil }) else {
      throw Refusal(sentence: "\(path): the preset is read from this file; it is not replaced.")
    }
    let work = MovieWork()
    state.movie = work
    work.start(
      preset, to: path, keepsAlpha: movie.alpha ?? false, replaces: movie.replaces ?? false, clock: clock
    ) { [weak self] movie in
      self?.work { state in
        var reply = TuningReply()
        reply.movie = movie
        state.answer(TuningAnswer(reply))
        if movie.isFinished { state.movie = nil }
      }
    }
  }

  /// Answers with a picture's file.
  private func sendPicture(_ kind: String, _ request: TuningRequest, _ state: inout State, _ reply: TuningReply) {
    var reply = reply
    do {
      let preset = try state.document.preset()
      let canvas = preset.scene.canvas
      let bytes: [UInt8]
      let stem = state.document.file.stem
      if kind == "sheet" {
        let size = PictureWork.sheetSize(width: canvas.widthPixels, height: canvas.heightPixels)
        bytes = try PictureWork.sheet(try state.document.preset(width: size.width, height: size.height))
        reply.picture = "\(stem)-sheet.png"
      } else {
        let number = request.frame?.number ?? 0
        bytes = try PictureWork.still(preset, number: number, keepsAlpha: request.frame?.alpha ?? false)
        reply.picture = "\(stem)-\(number).png"
      }
      state.answer(TuningAnswer(reply, pixels: bytes))
    } catch {
      reply.problem = "\(error)"
      state.answer(TuningAnswer(reply))
    }
  }

  /// Longest side of a frame that is sent: that of 8K.
  private static let maximumSide = 8_192

  private static func isSize(_ frame: TuningRequest.Frame) -> Bool {
    (1...maximumSide).contains(frame.width) && (1...maximumSide).contains(frame.height)
  }

  private func paint(_ frame: TuningRequest.Frame, _ state: inout State) throws -> FramePainter.Painting {
    guard Self.isSize(frame) else {
      throw Refusal(sentence: "A frame's sides should be 1 to \(Self.maximumSide) pixels.")
    }
    let isSaved = frame.saved ?? false
    let key = FramePainter.Key(
      revision: isSaved ? state.document.savedRevision : state.document.revision, isSaved: isSaved, width: frame.width,
      height: frame.height, keepsAlpha: frame.alpha ?? false)
    if isSaved {
      let document = state.document
      return try state.painter.paint(key, frame) {
        try document.preset(width: frame.width, height: frame.height, saved: true)
      }
    }
    var document = state.document
    defer { state.document = document }
    return try state.painter.paint(key, frame) {
      try document.presetOfFrame(width: frame.width, height: frame.height)
    }
  }

  // MARK: Description

  /// Puts the description of the preset into a reply, if it has changed since the page was told.
  private func describe(_ state: inout State, in reply: inout TuningReply, always: Bool) {
    guard always || state.toldRevision != state.document.revision else { return }
    state.toldRevision = state.document.revision
    state.owesDetails = false
    reply.document = state.document.describe()
    let files = state.document.watchedFiles
    watched.withLock { $0 = files }
  }

  /// Seconds without another change after which all of it is told.
  private static let restSeconds = 0.15

  /// Puts what is known beside a frame into a reply: so the picture of a change waits for one reading of the preset, not for two. The
  /// rest, which depends on the preset's own size, is told when nothing has changed for a moment.
  ///
  /// - Returns: false where there is no frame to be drawn of a changed preset, or the text has mistakes.
  private func describeQuickly(_ request: TuningRequest, _ state: inout State, in reply: inout TuningReply) -> Bool {
    let revision = state.document.revision
    guard let frame = request.frame, frame.saved != true, Self.isSize(frame), request.picture == nil,
      state.toldRevision != revision, reply.problem == nil,
      let description = state.document.describeQuickly(width: frame.width, height: frame.height)
    else { return false }
    reply.document = description
    state.toldRevision = revision
    state.owesDetails = true
    queue.asyncAfter(deadline: .now() + Self.restSeconds) { [weak self] in
      self?.state.withLock { state in
        guard state.owesDetails, !state.hasEnded, state.document.revision == revision else { return }
        var reply = TuningReply()
        reply.isDetail = true
        self?.describe(&state, in: &reply, always: true)
        state.answer(TuningAnswer(reply))
      }
    }
    return true
  }

  private static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
